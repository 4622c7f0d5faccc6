"""Made-up tasks: distinct, by their seed, and split so that no sentence is on two sides."""

import pytest

from alignoscope.data.corpus import Pair, normalise
from alignoscope.data.linked import MAX_PAIRS
from alignoscope.data.split import split_pairs
from alignoscope.data.tasks.making import TASKS, gold_pairs, task_corpus
from alignoscope.data.tasks.reverse import reverse
from alignoscope.data.tokenizer import split_words
from alignoscope.records.catalogue.tasks import MADE_UP, says_made_up

FILED = {"hindi-phrases"}  # tasks that are read from a file, which was generated with seed 0


def test_every_task_says_that_it_is_made_up() -> None:
    assert MADE_UP.keys() == TASKS.keys()
    for task in TASKS:
        said = says_made_up(task)
        assert said is not None
        assert said.startswith("Synthetic sentences with exact links. ")
    assert says_made_up("hin-eng") is None


def test_a_corpus_has_as_many_pairs_as_ship(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MADE_UP, "reverse", MADE_UP["reverse"]._replace(pairs=13))
    corpus = task_corpus("reverse")
    assert (corpus.name, corpus.revision) == ("reverse", "13 pairs, seed 0")
    assert corpus.pairs == [Pair(pair.source, pair.target) for pair in reverse(13, 0)]


@pytest.mark.parametrize("task", TASKS)
def test_links_count_the_words_of_normalised_texts(task: str) -> None:
    for source, target, links in TASKS[task](997, 0):
        assert (source, target) == (normalise(source), normalise(target))
        sizes = len(split_words(source)), len(split_words(target))
        assert links
        assert all(0 <= i < sizes[0] and 0 <= j < sizes[1] for i, j in links)


def test_reversed_rows_are_linked_end_to_end() -> None:
    pairs = reverse(997, 0)
    repeats = 0
    for source, target, links in pairs:
        words = split_words(source)
        assert split_words(target) == words[::-1]
        assert 3 <= len(words) <= 12
        assert links == {(i, len(words) - 1 - i) for i in range(len(words))}
        repeats += len(set(words)) < len(words)
    assert 0.3 < repeats / len(pairs) < 0.9


@pytest.mark.parametrize("task", TASKS)
def test_a_task_is_distinct_and_begins_alike(task: str) -> None:
    make = TASKS[task]
    pairs = make(499, 0)
    assert len({pair.source for pair in pairs}) == 499
    assert make(499, 0) == pairs
    assert make(199, 0) == pairs[:199]
    most = MADE_UP[task].pairs if task in FILED else MAX_PAIRS
    for count in (0, most + 1):
        with pytest.raises(ValueError, match=f"expected 1 to {most:,}"):
            make(count, 0)


def test_a_generated_task_follows_its_seed_and_a_file_has_one() -> None:
    for task in TASKS.keys() - FILED:
        assert TASKS[task](499, 8) != TASKS[task](499, 0)
    for task in FILED:
        with pytest.raises(ValueError, match="and seed 0"):
            TASKS[task](499, 8)


@pytest.mark.parametrize("task", TASKS)
def test_the_usual_split_serves_a_task(task: str) -> None:
    pairs = TASKS[task](1999, 0)
    split = split_pairs([Pair(pair.source, pair.target) for pair in pairs])
    assert min(map(len, split)) > 100
    for part in split:
        for other in split:
            if other is not part:
                assert not {pair.target for pair in part} & {pair.target for pair in other}
    gold = gold_pairs(pairs)
    assert [pair.source for pair in gold] == [pair.source for pair in pairs]
    for name, part in split._asdict().items():
        chosen = [pair for pair in gold if pair.part == name]
        assert {Pair(pair.source, pair.target) for pair in chosen} == set(part)
    assert all(g.sure == g.possible == p.links for g, p in zip(gold, pairs, strict=True))
    assert gold[0].source_words == tuple(split_words(gold[0].source))
