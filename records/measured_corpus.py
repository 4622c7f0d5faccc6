"""A measured corpus on the disk: a folder of parts in Parquet, and the file that says of what."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from alignoscope.records.whole_file import write_whole

FILE = "_corpus.json"  # behind an underscore, so that readers of Parquet folders pass over it


@dataclass(frozen=True, kw_only=True)
class Measured:
    """What the parts of a folder are made of: which lines, by which models, how many to a part."""

    texts: Sequence[str]  # the names of the files
    revision: str  # the hash of their lines
    lines: int
    part_lines: int
    models: Sequence[str]  # as `pair/model`
    revisions: Sequence[str]  # the hashes of their files
    posterior: bool

    @property
    def parts(self) -> int:
        """How many parts there are in the end."""
        return -(-self.lines // self.part_lines)

    def differs(self, other: "Measured") -> str:
        """Return in what two runs differ whose parts do not go together, or "" where they do."""
        names = {
            "revision": "other texts",
            "part_lines": "other --part-lines",
            "revisions": "other models",
            "posterior": "with or without --quick",
        }
        return ", ".join(
            said for name, said in names.items() if getattr(self, name) != getattr(other, name)
        )


def part_path(folder: Path, number: int) -> Path:
    """Return the file of a part, numbered from 0."""
    return folder / f"part-{number:05}.parquet"


def write_measured(about: Measured, folder: Path) -> None:
    """Say in a folder what its parts are made of."""
    write_whole(folder / FILE, f"{json.dumps(asdict(about), indent=1)}\n".encode())


def read_measured(folder: Path) -> Measured:
    """Return what the parts of a folder are made of.

    Raises:
        FileNotFoundError: if the folder does not say it.
        ValueError: if that is damaged.
    """
    try:
        return Measured(**json.loads((folder / FILE).read_text(encoding="utf-8")))
    except (TypeError, ValueError) as error:
        raise ValueError(f"{folder / FILE} is damaged: {error}.") from error
