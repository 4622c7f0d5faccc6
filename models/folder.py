"""Where checkpoints lie: a folder for each language pair, a file in it for each model."""

import os
from pathlib import Path

CHECKPOINTS = Path(
    os.environ.get("ALIGNOSCOPE_CHECKPOINTS", Path(__file__).parent.parent / "checkpoints")
)


def own_results(checkpoints: Path) -> Path:
    """Return the folder of a person's own reports, where the app looks: beside the checkpoints."""
    return checkpoints.absolute().parent / "results" / "own"


def find_checkpoint(name: str | Path) -> Path:
    """Return the path of a checkpoint: a file, or `pair/model` of `CHECKPOINTS`.

    Raises:
        ValueError: if there is none of that name.
    """
    path = Path(name)
    if path.is_file():
        return path
    shelved = CHECKPOINTS / f"{path}.safetensors"
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
