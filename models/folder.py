"""Where checkpoints are: one folder per language pair, with one file per model."""

import os
from pathlib import Path

CHECKPOINTS = Path(
    os.environ.get("ALIGNOSCOPE_CHECKPOINTS", Path(__file__).parent.parent / "checkpoints")
)


def own_results(checkpoints: Path) -> Path:
    """Return the folder beside the checkpoints in which the app looks for the user's reports."""
    return checkpoints.absolute().parent / "results" / "own"


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
