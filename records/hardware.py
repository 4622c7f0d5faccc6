"""The name of the processor, for the records of training and evaluation."""

import platform
from pathlib import Path


def processor_name() -> str:
    """Return the processor's name, or its architecture if the system tells no more."""
    about = Path("/proc/cpuinfo")  # Linux only; platform.processor() is empty there
    lines = about.read_text(encoding="utf-8").splitlines() if about.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
