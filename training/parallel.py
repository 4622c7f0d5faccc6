"""Data parallelism: several processes, started by `torchrun`, train one model together.

Gradients are averaged by hand, since training does not call the model's plain `forward`.
"""

import os
from collections.abc import Iterable
from typing import NamedTuple

import torch
from torch import distributed, nn


class Team(NamedTuple):
    """The rank of this process, from 0, and the number of processes."""

    rank: int
    size: int


def join_team(device: str) -> Team:
    """Join the processes that `torchrun` started, over nccl on GPUs and gloo on CPUs."""
    if "WORLD_SIZE" not in os.environ:
        return Team(0, 1)
    if not distributed.is_initialized():
        on_gpu = device.startswith("cuda")
        if on_gpu:
            torch.cuda.set_device(device)  # NCCL's barriers use the current device.
        distributed.init_process_group("nccl" if on_gpu else "gloo")
    return Team(distributed.get_rank(), distributed.get_world_size())


def leave_team() -> None:
    """Leave the process group, if there is one; each process must do so before it exits."""
    if distributed.is_available() and distributed.is_initialized():
        distributed.destroy_process_group()


def wait_for(team: Team) -> None:
    """Wait until every process of the team has called this."""
    if team.size > 1:
        distributed.barrier()


def average_gradients(parameters: Iterable[nn.Parameter], team: Team) -> None:
    """Replace every gradient by its mean over the team."""
    if team.size == 1:
        return
    gradients = [parameter.grad for parameter in parameters if parameter.grad is not None]
    flat = torch.cat([gradient.flatten() for gradient in gradients])
    distributed.all_reduce(flat)
    parts = (flat / team.size).split([gradient.numel() for gradient in gradients])
    for gradient, part in zip(gradients, parts, strict=True):
        gradient.copy_(part.view_as(gradient))
