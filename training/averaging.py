"""A moving average of a model's weights, which varies less than the weights themselves."""

import torch
from torch import Tensor
from torch.optim.swa_utils import AveragedModel

from alignoscope.models.seq2seq import Seq2Seq

Tensors = tuple[Tensor, ...] | list[Tensor]


def average_model(model: Seq2Seq, decay: float) -> AveragedModel | None:
    """Return a moving average of a model's weights, or None if `decay` is 0.

    Each call of its `update_parameters` moves it towards the model.

    After update n: average = d average + (1 - d) weights, with d = min(decay, (1 + n) / (10 + n)),
    so that the initial weights soon have little influence.
    """

    def move(averages: Tensors, weights: Tensors, count: Tensor | int) -> None:
        done = int(count)
        share = 1 - min(decay, (1 + done) / (10 + done))
        for average, weight in zip(averages, weights, strict=True):
            average.lerp_(weight.to(average.device), share)

    if not decay:
        return None
    return AveragedModel(model, multi_avg_fn=torch.no_grad()(move))
