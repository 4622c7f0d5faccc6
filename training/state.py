"""The state of a run on disk, from which an interrupted run resumes."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor, nn

from alignoscope.records.whole_file import write_whole


@dataclass
class RunProgress:
    """The progress of a run: updates, seconds, evaluations and snapshots so far.

    The last three fields count from the last evaluation.
    """

    step: int = 0
    seconds: float = 0.0
    history: list[dict] = field(default_factory=list)
    snapshots: list[dict] = field(default_factory=list)
    loss_sum: float = 0.0
    tokens: int = 0
    seconds_of_segment: float = 0.0


def save_state(
    path: Path,
    settings: dict,
    modules: Mapping[str, nn.Module],
    optimizers: Sequence[torch.optim.Optimizer],
    progress: RunProgress,
) -> None:
    """Write the weights, the optimisers' states and the progress; an older file is replaced.

    Args:
        path: the file.
        settings: the settings of the run, which a resumed run must have too.
        modules: the modules by name; "model" is the one that is trained.
        optimizers: the optimisers of the model's parameters.
        progress: the progress of the run.

    Raises:
        OSError: if it cannot be written; the older file stays.
    """
    tensors = _moments(modules["model"], optimizers)
    for kind, module in modules.items():
        tensors |= {f"{kind}.{name}": tensor for name, tensor in module.state_dict().items()}
    metadata = {"settings": json.dumps(settings), "progress": json.dumps(vars(progress))}
    write_whole(path, save({k: v.detach().contiguous() for k, v in tensors.items()}, metadata))


def load_state(
    path: Path,
    settings: dict,
    modules: Mapping[str, nn.Module],
    optimizers: Sequence[torch.optim.Optimizer],
) -> RunProgress:
    """Load the state of a run into modules and optimisers, and return its progress.

    Without a file nothing is loaded, and the progress is that of a new run.

    Args:
        path: the file.
        settings: the settings of the run.
        modules: the modules by name, as in `save_state`.
        optimizers: the optimisers of the model's parameters.

    Raises:
        ValueError: if the file cannot be read, or belongs to a run with other settings.
    """
    if not path.exists():
        return RunProgress()
    try:
        with safe_open(path, framework="pt") as file:
            metadata = file.metadata()
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except (SafetensorError, OSError) as error:
        raise ValueError(f"{path}: the run's state cannot be read ({error}). Delete it.") from error
    if json.loads(metadata["settings"]) != json.loads(json.dumps(settings)):
        raise ValueError(
            f"{path}: the state is of a run with other settings. Repeat that run's options to go "
            "on with it, or delete the file to start again."
        )
    for kind, module in modules.items():
        own = {k.partition(".")[2]: v for k, v in tensors.items() if k.startswith(f"{kind}.")}
        module.load_state_dict(own)
    for name, parameter, optimizer in _parameters(modules["model"], optimizers):
        moments = {k.split(".")[1]: v for k, v in tensors.items() if k.endswith(f":{name}")}
        optimizer.state[parameter] = {k: v.to(parameter.device) for k, v in moments.items()}
    return RunProgress(**json.loads(metadata["progress"]))


def _moments(model: nn.Module, optimizers: Sequence[torch.optim.Optimizer]) -> dict[str, Tensor]:
    return {
        f"optimizer.{key}.:{name}": tensor
        for name, parameter, optimizer in _parameters(model, optimizers)
        for key, tensor in optimizer.state[parameter].items()
    }


def _parameters(
    model: nn.Module, optimizers: Sequence[torch.optim.Optimizer]
) -> Iterator[tuple[str, nn.Parameter, torch.optim.Optimizer]]:
    """Yield each parameter with its name and its optimiser."""
    moved = {
        parameter: optimizer
        for optimizer in optimizers
        for group in optimizer.param_groups
        for parameter in group["params"]
    }
    for name, parameter in model.named_parameters():
        yield name, parameter, moved[parameter]
