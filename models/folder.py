"""Where checkpoints are: one folder per language pair, with one file per model.

The reports of what they reach are in its folder `results`.
"""

import os
from pathlib import Path

SHIPPED = Path(__file__).parent.parent / "checkpoints"
CHECKPOINTS = Path(os.environ.get("ALIGNOSCOPE_CHECKPOINTS", SHIPPED))


def results_folder(pair: Path) -> Path:
    """Return the folder of the reports of a language pair's checkpoints.

    Args:
        pair: the folder of the checkpoints.
    """
    return pair / "results"


def find_checkpoint(name: str | Path) -> Path:
    """Return the path of a checkpoint, named by its path or as `pair/model` in `CHECKPOINTS`.

    Raises:
        ValueError: if there is none of that name.
    """
    path = Path(name)
    if path.is_file():
        return path
    shelved = CHECKPOINTS / f"{str(path).removesuffix('.safetensors')}.safetensors"
    if shelved.is_file():
        return shelved
    found = sorted(
        f"{file.parent.name}/{file.stem}" for file in CHECKPOINTS.glob("*/*.safetensors")
    )
    pair = f"{path.parent.name or path.name}/"
    near = [other for other in found if other.startswith(pair)] or found
    raise ValueError(
        f"There is no checkpoint {str(name)!r}: expected the path of a file, or a name of those in "
        f"{CHECKPOINTS}, which are {', '.join(near) or 'none'}."
    )
