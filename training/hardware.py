"""The device of a training run, its precision, and its description for the record."""

import os
import platform

import torch

from alignoscope.records.hardware import processor_name

MOST_THREADS = 1024  # Some machines have as many cores; a million threads end the process.


def pick_device(name: str | None) -> str:
    """Return the device to train on; under torchrun each process gets one GPU.

    Raises:
        ValueError: if a GPU is asked for and there is none for this process.
    """
    name = name or ("cuda" if torch.cuda.is_available() else "cpu")
    if name != "cuda":
        return name
    number, found = int(os.environ.get("LOCAL_RANK", "0")), torch.cuda.device_count()
    if number >= found:
        few = f"only {found} for {number + 1} processes or more" if found else "none"
        raise ValueError(
            f"--device is cuda, which needs a GPU for each process, and PyTorch "
            f"{torch.__version__} finds {few}. Give --device cpu, or start fewer processes."
        )
    return f"cuda:{number}"


def use_threads(count: int) -> None:
    """Compute with this many threads of the CPU, or with as many as torch chooses if it is 0.

    Raises:
        ValueError: if it is out of range.
    """
    if not 0 <= count <= MOST_THREADS:
        raise ValueError(
            f"--threads is {count}: expected 1 to {MOST_THREADS}, or 0 for torch's choice."
        )
    if count:
        torch.set_num_threads(count)


def half_precision(device_type: str) -> torch.autocast:
    """Return an autocast context: bf16 if the device has native bf16 products, else float32."""
    return torch.autocast(device_type, torch.bfloat16, enabled=has_bf16(device_type))


def has_bf16(device_type: str) -> bool:
    """Return whether a device has native bf16 products.

    A CPU without AVX-512 emulates them, and a product takes 25 times as long as in float32.
    """
    return device_type != "cpu" or torch.backends.cpu.get_cpu_capability().startswith("AVX512")


def describe_hardware(device: torch.device) -> dict:
    """Return the device, threads and versions of a run, for its record."""
    name = torch.cuda.get_device_name(device) if device.type == "cuda" else processor_name()
    return {
        "device": f"{device.type} ({name})",
        "threads": torch.get_num_threads(),
        "torch": torch.__version__,
        "python": platform.python_version(),
    }
