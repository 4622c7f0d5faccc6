"""Decides whether pip is to look at PyTorch's index of CPU builds too. It runs before any install.

The public index's PyTorch for Linux brings CUDA, 2.7 GB that a machine without a GPU cannot use.
`python install/cpu_torch.py URL` prints an option for pip, or nothing; why, on the error stream.
"""

import re
import shutil
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

SECONDS = 3  # that the index has for its answer
DRIVER = Path("/proc/driver/nvidia")
_OWN = re.compile(r"^[^=]+\.([a-z-]*url|find-links|no-index)=(?!''$)", re.M)


def main() -> None:
    """Print the option for pip, or nothing, and say why."""
    url = next(iter(sys.argv[1:]), "")
    refused = reason_against(url, sys.platform, has_gpu())
    if refused is None:
        print(f"--extra-index-url {url}")
    print(
        f"PyTorch comes {refused or f'without CUDA, from {url}: no NVIDIA GPU here'}.",
        file=sys.stderr,
    )


def reason_against(url: str, platform: str, gpu: bool) -> str | None:
    """Return why PyTorch is to come from where pip looks anyway, or None if it is not."""
    if not url:
        return "from pip's own index, as asked"
    if platform != "linux":
        return "from pip's own index: only Linux has another build there"
    if gpu:
        return "from pip's own index: there is an NVIDIA GPU"
    if own := own_sources():
        return f"from where pip is configured to look ({', '.join(own)})"
    if not answers(url):
        return f"from pip's own index, 2.7 GB with CUDA: {url} gave no answer"
    return None


def has_gpu() -> bool:
    """Return whether this machine has an NVIDIA GPU with a driver."""
    return shutil.which("nvidia-smi") is not None or DRIVER.exists()


def own_sources() -> list[str]:
    """Return the options by which pip is configured with an index or a folder of its own."""
    command = [sys.executable, "-m", "pip", "config", "list"]
    listed = subprocess.run(command, capture_output=True, text=True)
    return sorted({match[1] for match in _OWN.finditer(listed.stdout)})


def answers(url: str, seconds: float = SECONDS) -> bool:
    """Return whether an index has PyTorch, and says so in time."""
    found: list[bool] = []

    def ask() -> None:
        request = urllib.request.Request(f"{url}/torch/", method="HEAD")
        try:
            with urllib.request.urlopen(request, timeout=seconds):
                found.append(True)
        except OSError:
            pass

    # A name server or a slow line can take longer than any timeout of a socket's single steps.
    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    thread.join(seconds)
    return bool(found)


if __name__ == "__main__":
    main()
