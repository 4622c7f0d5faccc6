"""Traces of attention classifiers, one row per predicted label, and their two accuracies."""

from collections.abc import Sequence

import numpy as np
import torch

from alignoscope.analysis.words import merge_source
from alignoscope.data.labelled.record import Labelled
from alignoscope.models.classifiers.file import TrainedClassifier
from alignoscope.models.seq2seq import pad_ids
from alignoscope.records.sentence import Sentence
from alignoscope.records.trace import Candidate, Trace, TraceStep

BATCH = 200


def label(trained: TrainedClassifier, sentences: Sequence[Labelled]) -> list[Trace]:
    """Label sentences with a classifier; a trace's target consists of the predicted labels."""
    found: list[Trace] = []
    for start in range(0, len(sentences), BATCH):
        found += _label(trained, sentences[start : start + BATCH])
    return found


def right(traces: Sequence[Trace], sentences: Sequence[Labelled]) -> float:
    """Return the accuracy of the labels, 0 to 1."""
    found = [
        label == wanted
        for trace, sentence in zip(traces, sentences, strict=True)
        for label, wanted in zip(trace.target.words, sentence.labels, strict=True)
    ]
    return sum(found) / len(found)


def looked(traces: Sequence[Trace], sentences: Sequence[Labelled]) -> float:
    """Return the fraction of labels whose largest weight is on a word that decides them, 0 to 1."""
    found = []
    for trace, sentence in zip(traces, sentences, strict=True):
        assert trace.weights is not None
        rows = merge_source(trace.weights, trace.source, "weights")
        tops = rows.argmax(axis=1).tolist()
        found += [top in places for top, places in zip(tops, sentence.deciding, strict=True)]
    return sum(found) / len(found)


def places(source: Sentence, asked: Sequence[int]) -> list[int]:
    """Return the index of each labelled word's first piece; [0] if the sentence has one label."""
    return [source.spans[word][0] for word in asked] or [0]


@torch.inference_mode()
def _label(trained: TrainedClassifier, sentences: Sequence[Labelled]) -> list[Trace]:
    sources = [trained.tokenizer.encode(one.text) for one in sentences]
    assert all(
        len(s.words) == len(one.words) + 1 for s, one in zip(sources, sentences, strict=True)
    )
    asked = [places(source, one.asked) for source, one in zip(sources, sentences, strict=True)]
    most = max(map(len, asked))
    padded = torch.tensor([[*row, *[0] * (most - len(row))] for row in asked])
    output = trained.model(pad_ids([source.ids for source in sources]), padded)
    log_probs = output.logits.log_softmax(dim=-1).numpy()
    parts = {
        "query": output.queries.numpy(),
        "scores": output.attention.scores.numpy(),
        "weights": output.attention.weights.numpy(),
        "context": output.attention.context.numpy(),
    }
    return [
        _trace(trained, source, output.values[i].numpy(), log_probs[i], len(row), i, parts)
        for i, (source, row) in enumerate(zip(sources, asked, strict=True))
    ]


def _trace(
    trained: TrainedClassifier,
    source: Sentence,
    values: np.ndarray,
    log_probs: np.ndarray,  # [n, labels]
    count: int,
    row: int,
    parts: dict[str, np.ndarray],
) -> Trace:
    config, src_len = trained.model.config, len(source.ids)
    steps = []
    for n in range(count):
        best = log_probs[n].argsort()[::-1]
        own = {name: part[row, n] for name, part in parts.items()}
        own |= {name: own[name][:src_len] for name in ("scores", "weights")}
        steps.append(
            TraceStep(
                token=config.labels[best[0]],
                log_prob=float(log_probs[n, best[0]]),
                center=None,
                candidates=tuple(
                    Candidate(token=config.labels[i], log_prob=float(log_probs[n, i])) for i in best
                ),
                **own,
            )
        )
    labels = tuple(step.token for step in steps)
    target = Sentence(
        text=" ".join(labels),
        ids=tuple(map(config.labels.index, labels)),
        pieces=labels,
        words=labels,
        word_of=tuple(range(count)),
    )
    return Trace(
        variant=f"luong-{config.score}",
        timing="luong",
        mode="free",
        source=source,
        target=target,
        finished=True,
        window=None,
        values=values[:src_len],
        steps=tuple(steps),
        label=f"{config.score} · {'an RNN' if config.context else 'words only'}",
    )
