"""The recipe: one variant trained from a corpus, from the first batch to the best checkpoint."""

import os
import platform
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import count, islice
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy
from tqdm import tqdm

from data.corpus import Corpus
from data.split import split_pairs
from data.tokenizer import PAD_ID, Tokenizer
from models.checkpoint import SUFFIX, Checkpoint, save_checkpoint
from models.seq2seq import Seq2Seq
from models.variant import ModelConfig
from training.batches import Batch, Example, collate, encode_pairs, make_batches
from training.state import Progress, load_state, save_state


@dataclass(frozen=True, kw_only=True)
class TrainingConfig:
    """What decides a training run, besides the corpus and the model's shape.

    Raises:
        ValueError: if a number is out of range.
    """

    epochs: float = 3
    batch_tokens: int = 400
    max_len: int = 60
    learning_rate: float = 2e-3
    warmup_steps: int = 1000
    beta2: float = 0.999
    label_smoothing: float = 0.1
    clip_norm: float = 1.0
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("epochs", "batch_tokens", "max_len", "learning_rate", "clip_norm"):
            if getattr(self, name) <= 0:
                raise ValueError(f"{name} is {getattr(self, name)}: expected a number above 0.")
        if self.batch_tokens < self.max_len:
            raise ValueError(
                f"batch_tokens is {self.batch_tokens}: expected at least max_len, {self.max_len}."
            )


class Material(NamedTuple):
    """What a run learns from: the tokenizer, train and dev as pieces, and which corpus it is."""

    tokenizer: Tokenizer
    train: list[Example]
    dev: list[list[Example]]
    corpus: dict


def train(
    corpus: Corpus,
    pair: str,
    config: TrainingConfig,
    *,
    variant: str,
    shape: dict,
    out: Path,
    runs: Path,
    device: str,
) -> Path:
    """Train one variant and return the path of its best checkpoint by dev loss.

    Everything that a run needs to go on where it stopped lies in `runs`; a finished run is not
    trained again. `shape` holds the sizes and the cell of a `ModelConfig`.

    Raises:
        ValueError: if the corpus, the variant, a number or an earlier run's state does not fit.
    """
    Seq2Seq(ModelConfig(variant=variant, **shape))  # what does not fit is refused before any work
    material = prepare(corpus, config, shape["vocab_size"], runs / pair)
    model_config = ModelConfig(variant=variant, **shape | {"vocab_size": len(material.tokenizer)})
    torch.manual_seed(config.seed)
    model = Seq2Seq(model_config).to(device)
    optimizer = torch.optim.Adam(model.parameters(), betas=(0.9, config.beta2), fused=True)
    name = f"{variant}-seed{config.seed}"
    state_path, best_path = runs / pair / f"{name}.state", out / pair / f"{variant}{SUFFIX}"
    settings = {
        "model": asdict(model_config),
        "training": asdict(config),
        "corpus": material.corpus,
    }
    progress = load_state(state_path, settings, model, optimizer)
    total = int(config.epochs * len(make_batches(material.train, config.batch_tokens, 0)))
    batches = batch_stream(material.train, config, progress.step)
    with tqdm(total=total, initial=progress.step, desc=name, unit="step", mininterval=1) as bar:
        while progress.step < total:
            rows = list(islice(batches, min(max(total // 20, 1), total - progress.step)))
            run_segment(model, optimizer, rows, config, progress, bar)
            progress.history[-1]["dev_loss"] = round(mean_loss(model, material.dev), 4)
            tqdm.write(f"{name} {progress.history[-1]}")
            if progress.history[-1]["dev_loss"] == min(p["dev_loss"] for p in progress.history):
                record = {"pair": pair, **settings, **asdict(progress), **hardware(device)}
                best = Checkpoint(model=model, tokenizer=material.tokenizer, record=record)
                save_checkpoint(best, best_path)
            save_state(state_path, settings, model, optimizer, progress)
    return best_path


def prepare(corpus: Corpus, config: TrainingConfig, vocab_size: int, runs: Path) -> Material:
    """Split the corpus, and turn it into pieces.

    The tokenizer is trained on the training part once, for all variants of a corpus.
    """
    split = split_pairs(corpus.pairs)
    revision = re.sub(r"\W+", "-", corpus.revision)[:40]
    path = runs / f"tokenizer-{vocab_size}-{revision}.json"
    if not path.exists():
        tokenizer = Tokenizer.train((text for pair in split.train for text in pair), vocab_size)
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
        partial.write_text(tokenizer.to_json(), encoding="utf-8")
        partial.replace(path)
    tokenizer = Tokenizer.from_json(path.read_text(encoding="utf-8"))
    examples = encode_pairs(split.train, tokenizer, config.max_len)
    dev = encode_pairs(split.dev, tokenizer, config.max_len)
    if not examples or not dev:
        raise ValueError(
            f"{corpus.name}: {len(examples)} training and {len(dev)} dev pairs of at most "
            f"{config.max_len} tokens: too few to train on. A few hundred pairs are the least."
        )
    about = {
        "name": corpus.name,
        "revision": corpus.revision,
        "pairs": {part: len(pairs) for part, pairs in split._asdict().items()},
    }
    return Material(tokenizer, examples, make_batches(dev, config.batch_tokens, 0), about)


def run_segment(
    model: Seq2Seq,
    optimizer: torch.optim.Optimizer,
    rows: Sequence[list[Example]],
    config: TrainingConfig,
    progress: Progress,
    bar: tqdm,
) -> None:
    """Make one update a batch, and add the mean training loss of all of them to the history."""
    started, loss_sum, tokens = time.monotonic(), 0.0, 0
    for examples in rows:
        batch = collate(examples, model.bias.device)
        loss, size = training_step(model, optimizer, batch, config, progress.step, bar.total)
        loss_sum, tokens = loss_sum + loss * size, tokens + size
        progress.step += 1
        bar.update()
        speed = tokens / (time.monotonic() - started)
        bar.set_postfix(
            loss=f"{loss_sum / tokens:.3f}", tokens_per_s=f"{speed:,.0f}", refresh=False
        )
    progress.seconds = round(progress.seconds + time.monotonic() - started, 1)
    progress.history.append({"step": progress.step, "train_loss": round(loss_sum / tokens, 4)})


def batch_stream(
    examples: Sequence[Example], config: TrainingConfig, done: int
) -> Iterator[list[Example]]:
    """Yield the batches that follow the first `done`, epoch after epoch."""
    for epoch in count():
        batches = make_batches(examples, config.batch_tokens, config.seed * 1000 + epoch)
        yield from batches[done:]
        done = max(done - len(batches), 0)


def training_step(
    model: Seq2Seq,
    optimizer: torch.optim.Optimizer,
    batch: Batch,
    config: TrainingConfig,
    step: int,
    total: int,
) -> tuple[float, int]:
    """Make one update; return the loss per target token and the number of target tokens."""
    for group in optimizer.param_groups:
        group["lr"] = config.learning_rate * schedule(step, config.warmup_steps, total)
    torch.manual_seed(config.seed * 1_000_003 + step)  # dropout: the same after a resumed run
    model.train()
    loss, size = batch_loss(model, batch, config.label_smoothing)
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), config.clip_norm)
    optimizer.step()
    return loss.item(), size


def schedule(step: int, warmup: int, total: int) -> float:
    """Return the learning rate's factor: a linear rise over `warmup` steps, then a fall to 0."""
    warmup = min(warmup, total // 10 + 1)
    return min((step + 1) / warmup, max(total - step, 0) / max(total - warmup, 1))


def batch_loss(model: Seq2Seq, batch: Batch, smoothing: float) -> tuple[Tensor, int]:
    """Return the cross-entropy per target token (nats), with label smoothing, and the tokens."""
    with torch.autocast(batch.source.device.type, torch.bfloat16):
        real = batch.target != PAD_ID
        logits = model.logits(model(batch.source, batch.previous)[real])
    loss = cross_entropy(logits.float(), batch.target[real], label_smoothing=smoothing)
    return loss, len(logits)


@torch.inference_mode()
def mean_loss(model: Seq2Seq, batches: Sequence[Sequence[Example]]) -> float:
    """Return the cross-entropy per target token (nats) over batches, without smoothing."""
    model.eval()
    losses = [batch_loss(model, collate(batch, model.bias.device), 0.0) for batch in batches]
    return sum(loss.item() * size for loss, size in losses) / sum(size for _, size in losses)


def hardware(device: str) -> dict:
    """Return what the run ran on, for its record."""
    name = torch.cuda.get_device_name() if device == "cuda" else platform.machine()
    return {
        "device": f"{device} ({name})",
        "threads": torch.get_num_threads(),
        "torch": torch.__version__,
        "python": platform.python_version(),
    }
