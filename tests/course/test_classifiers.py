"""Classifiers: made-up sentences with exact answers, models without a decoder, and their files."""

import json
from pathlib import Path

import pytest
import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file

from alignoscope.data.labelled.agreement import NOUNS, VERB, agreement, sentence
from alignoscope.data.labelled.languages import GRAMMARS, SHARED, languages
from alignoscope.data.labelled.languages import sentence as spliced
from alignoscope.data.labelled.record import Labelled
from alignoscope.data.labelled.topics import TOPICS, topics
from alignoscope.data.tokenizer import Tokenizer
from alignoscope.decoding.labelling import label, looked, right
from alignoscope.decoding.usable import load_usable_classifier
from alignoscope.models.classifiers.classifier import Asks, Classifier, ClassifierConfig
from alignoscope.models.classifiers.file import TrainedClassifier, load_classifier, save_classifier
from alignoscope.training.classifiers import main, train_classifier

SIZE = 14  # two directions of a prime
NAMES = ("yes", "no", "perhaps")


def untrained(
    asks: Asks = "each word", score: str = "additive", *, context: bool = True
) -> TrainedClassifier:
    tokenizer = Tokenizer.train(["the cat sees a dog ."], 60)
    torch.manual_seed(3)
    config = ClassifierConfig(
        asks=asks, score=score, labels=NAMES, vocab_size=len(tokenizer), size=SIZE, context=context
    )
    model = Classifier(config).eval().requires_grad_(False)
    return TrainedClassifier(model=model, tokenizer=tokenizer, task="none", seed=3, updates=0)


def asking(*asked: int) -> Labelled:
    labels = ("no",) * max(1, len(asked))
    words = ("the", "cat", "sees", "a", "dog")
    return Labelled(words=words, labels=labels, deciding=((1,),) * len(labels), asked=asked)


def test_the_first_noun_decides_the_verb_whatever_the_others_are() -> None:
    for one in agreement(211, 5):
        nouns = [word for word in one.words if word in {*NOUNS, *NOUNS.values()}]
        ((place,),) = one.deciding
        assert one.words[place] == nouns[0]
        assert one.labels == ("is" if nouns[0] in NOUNS else "are",)
        assert one.words[one.asked[0]] == VERB
    assert (
        sentence("keys", "lamp", "cat").text == f"the keys near the lamp behind the cat {VERB} red"
    )


def test_one_word_decides_the_topic() -> None:
    for one in topics(211, 5):
        found = [
            i for i, word in enumerate(one.words) if any(word in kind for kind in TOPICS.values())
        ]
        assert (tuple(found),) == one.deciding
        assert one.words[found[0]] in TOPICS[one.labels[0]]
        assert one.asked == ()


def test_a_spliced_sentence_is_of_two_languages_one_after_the_other() -> None:
    for one in languages(211, 5):
        begins, ends = dict.fromkeys(one.labels)
        cut = one.labels.index(ends)
        assert one.labels == (begins,) * cut + (ends,) * (len(one.words) - cut)
        assert one.asked == (*range(len(one.words)),)
        for word, language, telling in zip(one.words, one.labels, one.deciding, strict=True):
            every = {part for parts in GRAMMARS[language][:5] for part in parts}
            assert language in SHARED[word] if word in SHARED else word in every
            assert [one.words[i] in every for i in telling] == [True] * len(telling)
            assert telling


def test_words_of_several_languages_tell_none() -> None:
    words = {word for grammar in GRAMMARS.values() for parts in grammar[:5] for word in parts}
    assert not words & set(SHARED)
    assert len(words) == sum(len(parts) for grammar in GRAMMARS.values() for parts in grammar[:5])
    found = spliced(("English", "the chat"), ("English", "sees"), ("French", "le pain noir"))
    assert found.labels == ("English",) * 3 + ("French",) * 3
    assert found.deciding == ((0, 2),) * 3 + ((3, 5),) * 3


def test_the_same_seed_makes_the_same_sentences_and_another_seed_others() -> None:
    assert agreement(13, 2) == agreement(13, 2) != agreement(13, 3)
    assert topics(13, 2) == topics(13, 2) != topics(13, 3)
    assert languages(13, 2) == languages(13, 2) != languages(13, 3)


def test_a_labeller_asks_once_a_word_and_a_classifier_once() -> None:
    trace = label(untrained(), [asking(1, 4)])[0]
    assert trace.weights.shape == (2, 6)  # five words and the end mark
    assert trace.weights.sum(axis=1) == pytest.approx([1, 1])
    assert len(trace.target.words) == 2
    one, other = label(untrained("a learnt query"), [asking(), asking()])
    assert len(one.target.words) == 1
    assert (one.steps[0].query == other.steps[0].query).all()


def test_a_batch_labels_as_each_sentence_alone() -> None:
    short = Labelled(words=("a", "dog"), labels=("no",), deciding=((1,),), asked=(0,))
    both = label(untrained(), [asking(1, 4), short])
    for found, given in zip(both, [asking(1, 4), short], strict=True):
        alone = label(untrained(), [given])[0]
        assert found.weights == pytest.approx(alone.weights, rel=1e-4)
        assert found.log_prob == pytest.approx(alone.log_prob, rel=1e-4)


def test_without_an_rnn_the_order_of_words_is_lost() -> None:
    turned = Labelled(
        words=("dog", "a", "sees", "cat", "the"), labels=("no",), deciding=((3,),), asked=(3,)
    )
    bag = untrained(context=False)
    one, other = label(bag, [asking(1)])[0], label(bag, [turned])[0]
    assert one.log_prob == pytest.approx(other.log_prob, rel=1e-4)
    one, other = label(untrained(), [asking(1)])[0], label(untrained(), [turned])[0]
    assert one.log_prob != pytest.approx(other.log_prob, rel=1e-4)


def test_shares_are_counted_by_hand() -> None:
    traces = label(untrained(), [asking(1, 4), asking(2)])
    wanted = [
        Labelled(
            words=("the", "cat", "sees", "a", "dog"),
            labels=trace.target.words,
            deciding=tuple((place,) for place in trace.weights.argmax(axis=1).tolist()),
            asked=tuple(range(len(trace.target.words))),
        )
        for trace in traces
        if trace.weights.argmax(axis=1).max() < 5
    ]
    traces = traces[: len(wanted)]
    assert wanted, "some trace looks at a word"
    assert (right(traces, wanted), looked(traces, wanted)) == (1.0, 1.0)
    other = [
        Labelled(
            words=one.words,
            labels=tuple(NAMES[NAMES.index(name) - 1] for name in one.labels),
            deciding=tuple(((place + 1) % 5,) for (place,) in one.deciding),
            asked=one.asked,
        )
        for one in wanted
    ]
    assert (right(traces, other), looked(traces, other)) == (0.0, 0.0)


def test_a_file_has_all_of_a_reader_and_others_are_refused(tmp_path: Path) -> None:
    path, trained = tmp_path / "one.reader", untrained("a learnt query", context=False)
    save_classifier(trained, path)
    again = load_classifier(path)
    assert again.model.config == trained.model.config
    assert (again.task, again.seed, again.updates) == ("none", 3, 0)
    for name, weight in trained.model.state_dict().items():
        assert again.model.state_dict()[name] == pytest.approx(
            weight, abs=float(weight.abs().max()) / 60
        )
    with pytest.raises(ValueError, match="there is no such classifier"):
        load_classifier(tmp_path / "none.reader")
    (tmp_path / "cut.reader").write_bytes(path.read_bytes()[:-9])
    with pytest.raises(ValueError, match="not a whole safetensors file"):
        load_classifier(tmp_path / "cut.reader")
    save_file(load_file(path), tmp_path / "bare.reader")
    with pytest.raises(ValueError, match="is None, this version reads alignoscope-reader-1"):
        load_classifier(tmp_path / "bare.reader")


def test_a_reader_that_is_huge_or_has_no_labels_or_overflows_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "one.reader"
    save_classifier(untrained(), path)
    with safe_open(path, framework="pt") as file:
        about, tensors = file.metadata(), {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    huge = json.loads(about["config"]) | {"size": 10_000, "vocab_size": 100_000}  # 6 GB
    save_file(tensors, path, about | {"config": json.dumps(huge)})
    with pytest.raises(ValueError, match="the weights do not fit its configuration"):
        load_usable_classifier(path)
    mute = json.loads(about["config"]) | {"labels": []}
    save_file(tensors, path, about | {"config": json.dumps(mute)})
    with pytest.raises(ValueError, match="it has no labels"):
        load_usable_classifier(path)
    loud = {name: tensor.float().fill_(3e38) for name, tensor in tensors.items()}
    save_file(loud, path, about)
    with pytest.raises(ValueError, match="its probabilities or weights are not finite"):
        load_usable_classifier(path)


@pytest.mark.slow
def test_a_reader_learns_more_than_a_guess() -> None:
    trained = train_classifier("topics", "dot", updates=61)
    unseen = topics(101, 7)
    assert right(label(trained, unseen), unseen) > 0.6  # a guess has a third


def test_the_command_writes_a_file_and_says_how_it_does(tmp_path: Path, capsys) -> None:
    main(["agreement", "--words-only", "--updates", "2", "--out", str(tmp_path)])
    assert load_classifier(tmp_path / "agreement-additive-words.reader").updates == 2
    assert "look at a word that decides" in capsys.readouterr().out
