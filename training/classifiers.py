"""Train an attention classifier on a toy task: `python -m training.classifiers --help`."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from random import Random

import torch
from torch import nn
from tqdm import tqdm

from alignoscope.data.labelled.record import Labelled
from alignoscope.data.labelled.tasks import LABELLED
from alignoscope.data.tokenizer import Tokenizer
from alignoscope.decoding.labelling import label, looked, places, right
from alignoscope.models.classifiers.classifier import Classifier, ClassifierConfig
from alignoscope.models.classifiers.file import SUFFIX, TrainedClassifier, save_classifier
from alignoscope.models.scores import SCORES
from alignoscope.models.seq2seq import pad_ids
from alignoscope.records.percentages import percentage
from alignoscope.records.whole_file import check_writable, told_in_a_line

TRAINED_ON, TESTED_ON, TEST_SEED = 20_000, 1000, 1
BATCH, RATE, PIECES = 64, 2e-3, 400
NONE = -100  # Pads the labels of sentences that have fewer than others of their batch.


def main(words: Sequence[str] | None = None) -> None:
    """Parse the options, train, write the file, and print the accuracy on test sentences."""
    parser = _parser()
    args = parser.parse_args(words)
    name = f"{args.task}-{args.score}{'-words' * args.words_only}"
    path = args.out / f"{name}{SUFFIX}"
    with told_in_a_line(parser):
        check_writable(path)
        trained = train_classifier(
            args.task, args.score, context=not args.words_only, seed=args.seed, updates=args.updates
        )
        save_classifier(trained, path)
    test = LABELLED[args.task].make(TESTED_ON, TEST_SEED)
    traces = label(trained, test)
    print(
        f"{name}, seed {args.seed}: {percentage(right(traces, test), 1)} right, "
        f"{percentage(looked(traces, test), 1)} look at a word that decides; {path}"
    )


def train_classifier(
    task: str, score: str, *, context: bool = True, seed: int = 0, updates: int = 600
) -> TrainedClassifier:
    """Return an attention classifier trained on 20,000 synthetic sentences of a task.

    The optimiser is Adam with 64 sentences per update and a learning rate that falls linearly to 0.

    Args:
        task: the name of the task.
        score: the name of the score function.
        context: whether the encoder has an RNN.
        seed: the seed of initial weights and batches.
        updates: the number of updates.
    """
    made = LABELLED[task]
    sentences = made.make(TRAINED_ON, 0)
    tokenizer = Tokenizer.train((one.text for one in sentences), PIECES)
    torch.manual_seed(seed)
    config = ClassifierConfig(
        asks=made.asks,
        score=score,
        labels=made.labels,
        vocab_size=len(tokenizer),
        context=context,
    )
    model, draw = Classifier(config), Random(seed)
    optimizer = torch.optim.Adam(model.parameters(), RATE)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1, 0, updates)
    for _ in tqdm(range(updates), desc=f"{task} {score}"):
        loss = _loss(model, tokenizer, draw.sample(sentences, BATCH))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
    model.eval().requires_grad_(False)
    return TrainedClassifier(
        model=model, tokenizer=tokenizer, task=task, seed=seed, updates=updates
    )


def _loss(model: Classifier, tokenizer: Tokenizer, batch: Sequence[Labelled]) -> torch.Tensor:
    """Return the mean cross-entropy of all labels of a batch, in nats."""
    sources = [tokenizer.encode(one.text) for one in batch]
    asked = _padded(
        [places(source, one.asked) for source, one in zip(sources, batch, strict=True)], 0
    )
    wanted = _padded([list(map(model.config.labels.index, one.labels)) for one in batch], NONE)
    logits = model(pad_ids([source.ids for source in sources]), asked).logits
    return nn.functional.cross_entropy(logits.flatten(0, 1), wanted.flatten(), ignore_index=NONE)


def _padded(rows: Sequence[Sequence[int]], filler: int) -> torch.Tensor:
    """Return rows of integers as one tensor [batch, n], padded at the end with `filler`."""
    return nn.utils.rnn.pad_sequence(
        [torch.tensor(row) for row in rows], batch_first=True, padding_value=filler
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m training.classifiers",
        description="Train an attention classifier, which labels words or sentences "
        "with no decoder, on a synthetic task; minutes on one core.",
    )
    parser.add_argument("task", choices=LABELLED)
    plain = [name for name in SCORES if not getattr(SCORES[name], "sequential", False)]
    parser.add_argument("--score", choices=plain, default="additive", help="(additive)")
    parser.add_argument("--words-only", action="store_true", help="without an RNN")
    parser.add_argument("--seed", type=int, default=0, help="(0)")
    parser.add_argument("--updates", type=int, default=600, help="(600)")
    parser.add_argument(
        "--out", type=Path, default=Path("checkpoints/readers"), help="(%(default)s)"
    )
    return parser


if __name__ == "__main__":
    main()
