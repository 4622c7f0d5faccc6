"""One update of a model: the loss of a batch, its gradient, and the learning rate of the step."""

from collections.abc import Sequence

import torch
from torch import Tensor

from alignoscope.data.tokenizer import PAD_ID
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.training.batches import Batch, Example, collate
from alignoscope.training.config import TrainingConfig
from alignoscope.training.loss import vocabulary_loss
from alignoscope.training.parallel import Team, average_gradients


def training_step(
    model: Seq2Seq,
    optimizer: torch.optim.Optimizer,
    batch: Batch,
    config: TrainingConfig,
    *,
    step: int,
    total: int,
    team: Team,
) -> tuple[float, int]:
    """Make update `step` of `total`; return the loss per target token and the target tokens."""
    for group in optimizer.param_groups:
        group["lr"] = config.learning_rate * schedule(step, config.warmup_steps, total)
    # Dropout draws the same after a resumed run, and differently in each process.
    torch.manual_seed((config.seed * 1_000_003 + step) * team.size + team.rank)
    model.train()
    loss, size = batch_loss(model, batch, config.label_smoothing)
    optimizer.zero_grad()
    loss.backward()
    average_gradients(model.parameters(), team)
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
        readouts = model.dropout(model(batch.source, batch.previous)[real])
        table, target = model.embedding.weight, batch.target[real]
        loss = vocabulary_loss(readouts, table, model.bias, target, smoothing)
    return loss, len(target)


@torch.inference_mode()
def mean_loss(model: Seq2Seq, batches: Sequence[Sequence[Example]]) -> float:
    """Return the cross-entropy per target token (nats) over batches, without smoothing."""
    model.eval()
    losses = [batch_loss(model, collate(batch, model.bias.device), 0.0) for batch in batches]
    return sum(loss.item() * size for loss, size in losses) / sum(size for _, size in losses)
