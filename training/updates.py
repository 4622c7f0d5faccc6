"""One update of a model: the loss of a batch, its gradient, and the learning rate."""

from collections.abc import Sequence
from operator import itemgetter

import torch
from torch import Tensor

from alignoscope.data.tokenizer import PAD_ID
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.training.batches import Batch, TrainingExample, collate
from alignoscope.training.config import TrainingConfig
from alignoscope.training.copying import copying_loss
from alignoscope.training.hardware import half_precision
from alignoscope.training.loss import guided_loss, vocabulary_loss
from alignoscope.training.parallel import Team, average_gradients


def training_step(
    model: Seq2Seq,
    optimizers: Sequence[torch.optim.Optimizer],
    batch: Batch,
    config: TrainingConfig,
    *,
    step: int,
    total: int,
    team: Team,
) -> tuple[float, int]:
    """Make one update; return the loss per target token (nats) and the number of target tokens.

    Args:
        model: the model to update.
        optimizers: its optimisers; the `peak` of a parameter group is its highest learning rate.
        batch: the batch.
        config: the settings of the recipe.
        step: the number of the update, from 0.
        total: the number of updates of the run.
        team: the processes over which gradients are averaged.
    """
    factor = schedule(step, config.warmup_steps, total)
    for optimizer in optimizers:
        for group in optimizer.param_groups:
            group["lr"] = group["peak"] * factor
    # Dropout is the same in a resumed run, and differs between processes.
    torch.manual_seed((config.seed * 1_000_003 + step) * team.size + team.rank)
    model.train()
    loss, size, scores = batch_loss(model, batch, config.label_smoothing)
    aim = loss
    if config.score_penalty and scores is not None:
        aim = loss + config.score_penalty * factor * mean_square(scores)
    if batch.shares is not None and scores is not None:
        guide = guided_loss(scores, batch.shares[batch.target != PAD_ID])
        aim = aim + config.guide_weight * guide
    model.zero_grad()
    aim.backward()
    average_gradients(model.parameters(), team)
    torch.nn.utils.clip_grad_norm_(model.parameters(), config.clip_norm)
    for optimizer in optimizers:
        optimizer.step()
    return loss.item(), size


def schedule(step: int, warmup: int, total: int) -> float:
    """Return the learning rate's factor: a linear rise over `warmup` steps, then a fall to 0."""
    warmup = max(min(warmup, total // 10 + 1), 1)
    return min((step + 1) / warmup, max(total - step, 0) / max(total - warmup, 1))


def batch_loss(model: Seq2Seq, batch: Batch, smoothing: float) -> tuple[Tensor, int, Tensor | None]:
    """Return the cross-entropy per target token (nats), with label smoothing.

    Also return the number n of target tokens, and their scores [n, src_len] if there are any.
    """
    with half_precision(batch.source.device.type):
        real = batch.target != PAD_ID
        walk = model.walk(batch.source, batch.previous)
        readouts = model.dropout(walk.readouts[real])
        table, target = model.embedding.weight, batch.target[real]
        if walk.copying is None:
            loss = vocabulary_loss(readouts, table, model.bias, target, smoothing)
        else:
            copying = walk.copying.change(itemgetter(real))
            loss = copying_loss(readouts, table, model.bias, target, smoothing, copying)
    return loss, len(target), None if walk.scores is None else walk.scores[real]


def mean_square(scores: Tensor) -> Tensor:
    """Return the mean of the squared scores [...] that are not masked.

    As a penalty it keeps products of query and key small while the learning rate is high: without
    it they grow until rows of weights are one-hot, and those hardly get a gradient. Later a penalty
    would only keep rows from becoming sharp, so its weight falls with the learning rate.
    """
    masked = scores.isinf()
    return scores.masked_fill(masked, 0).square().sum() / (~masked).sum()


@torch.inference_mode()
def mean_loss(model: Seq2Seq, batches: Sequence[Sequence[TrainingExample]]) -> float:
    """Return the cross-entropy per target token (nats) over all batches, without smoothing."""
    model.eval()
    losses = [batch_loss(model, collate(batch, model.bias.device), 0.0)[:2] for batch in batches]
    return sum(loss.item() * size for loss, size in losses) / sum(size for _, size in losses)
