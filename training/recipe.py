"""The recipe: one variant trained from a corpus, from the first batch to the best checkpoint."""

import hashlib
import os
import platform
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import count, islice
from pathlib import Path

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy
from tqdm import tqdm

from data.corpus import read_pairs
from data.split import Split, split_pairs
from data.tokenizer import PAD_ID, Tokenizer
from models.checkpoint import SUFFIX, Checkpoint, save_checkpoint
from models.seq2seq import Seq2Seq
from models.variant import ModelConfig
from training.batches import Batch, Example, collate, encode_pairs, make_batches
from training.state import load_state, save_state


@dataclass(frozen=True, kw_only=True)
class TrainingConfig:
    """What decides a training run, besides the corpus and the model's shape.

    Raises:
        ValueError: if a number is out of range.
    """

    epochs: float = 4
    batch_tokens: int = 1500
    max_len: int = 60
    learning_rate: float = 2e-3
    warmup_steps: int = 500
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


def train(
    corpus: Path,
    pair: str,
    config: TrainingConfig,
    *,
    variant: str,
    shape: dict,
    out: Path,
    runs: Path,
    device: str,
    reverse: bool = False,
) -> Path:
    """Train one variant and return the path of its best checkpoint by dev loss.

    Everything that a run needs to go on where it stopped lies in `runs`; a finished run is not
    trained again.

    Raises:
        ValueError: if the corpus, the variant, a number or an earlier run's state does not fit.
    """
    split = split_pairs(read_pairs(corpus, reverse=reverse))
    tokenizer = shared_tokenizer(split, runs / pair / "tokenizer.json", shape.pop("vocab_size"))
    model_config = ModelConfig(variant=variant, vocab_size=len(tokenizer), **shape)
    torch.manual_seed(config.seed)
    model = Seq2Seq(model_config).to(device)
    optimizer = torch.optim.Adam(model.parameters(), betas=(0.9, 0.98), fused=True)

    examples = encode_pairs(split.train, tokenizer, config.max_len)
    dev = make_batches(encode_pairs(split.dev, tokenizer, config.max_len), config.batch_tokens, 0)
    name = f"{variant}-seed{config.seed}"
    state_path, best_path = runs / pair / f"{name}.state", out / pair / f"{variant}{SUFFIX}"
    settings = {
        "model": asdict(model_config),
        "training": asdict(config),
        "corpus": {
            "name": corpus.name,
            "sha256": hashlib.sha256(corpus.read_bytes()).hexdigest(),
            "pairs": {part: len(pairs) for part, pairs in split._asdict().items()},
        },
    }
    progress = load_state(state_path, settings, model, optimizer)
    total = int(config.epochs * len(make_batches(examples, config.batch_tokens, 0)))
    every = max(total // 20, 1)
    batches = batch_stream(examples, config, progress.step)
    bar = tqdm(total=total, initial=progress.step, desc=name, unit="step", mininterval=1)
    while progress.step < total:
        started = time.monotonic()
        loss_sum, tokens = 0.0, 0
        for rows in islice(batches, min(every, total - progress.step)):
            batch = collate(rows, device)
            loss, size = training_step(model, optimizer, batch, config, progress.step, total)
            progress.step += 1
            loss_sum, tokens = loss_sum + loss * size, tokens + size
            bar.update()
            if progress.step % 10 == 0:
                speed = tokens / (time.monotonic() - started)
                bar.set_postfix(loss=f"{loss_sum / tokens:.3f}", tokens_per_s=f"{speed:,.0f}")
        dev_loss = round(mean_loss(model, dev, device), 4)
        progress.seconds += time.monotonic() - started
        point = {
            "step": progress.step,
            "train_loss": round(loss_sum / tokens, 4),
            "dev_loss": dev_loss,
        }
        progress.history.append(point)
        tqdm.write(f"{name} {point} {tokens / (time.monotonic() - started):,.0f} tokens/s")
        if dev_loss <= min(p["dev_loss"] for p in progress.history):
            record = {**settings, "pair": pair, "seed": config.seed, **hardware(device)}
            record |= {"steps": progress.step, "seconds": round(progress.seconds)}
            record |= {"dev_loss": dev_loss, "history": progress.history}
            save_checkpoint(Checkpoint(model=model, tokenizer=tokenizer, record=record), best_path)
        save_state(state_path, settings, model, optimizer, progress)
    bar.close()
    return best_path


def shared_tokenizer(split: Split, path: Path, vocab_size: int) -> Tokenizer:
    """Return the pair's tokenizer, trained on the training part once for all variants."""
    if path.exists():
        return Tokenizer.from_json(path.read_text(encoding="utf-8"))
    tokenizer = Tokenizer.train((text for pair in split.train for text in pair), vocab_size)
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    partial.write_text(tokenizer.to_json(), encoding="utf-8")
    partial.replace(path)
    return tokenizer


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
def mean_loss(model: Seq2Seq, batches: Sequence[Sequence[Example]], device: str) -> float:
    """Return the cross-entropy per target token (nats) over batches, without smoothing."""
    model.eval()
    losses = [batch_loss(model, collate(batch, device), 0.0) for batch in batches]
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
