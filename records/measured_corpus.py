"""A measured corpus on disk: a folder of Parquet parts, and a file that describes them."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from alignoscope.records.whole_file import write_whole

FILE = "_corpus.json"  # readers of Parquet folders skip names with a leading underscore


@dataclass(frozen=True, kw_only=True)
class MeasuredCorpus:
    """The texts, models and settings that the parts of a folder were measured with."""

    texts: Sequence[str]  # file names
    revision: str  # hash of the lines
    lines: int
    part_lines: int
    models: Sequence[str]  # each as `pair/model`
    revisions: Sequence[str]  # hashes of the model files
    posterior: bool

    @property
    def parts(self) -> int:
        """The number of parts once all lines are measured."""
        return -(-self.lines // self.part_lines)

    def differs(self, other: "MeasuredCorpus") -> str:
        """Name the differences that keep two runs from sharing a folder; "" if there are none."""
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
    """Return the path of a part, numbered from 0."""
    return folder / f"part-{number:05}.parquet"


def write_measured(about: MeasuredCorpus, folder: Path) -> None:
    """Write the description of a folder's parts."""
    write_whole(folder / FILE, f"{json.dumps(asdict(about), indent=1)}\n".encode())


def read_measured(folder: Path) -> MeasuredCorpus:
    """Return the texts, models and settings that the parts of a folder were measured with.

    Raises:
        FileNotFoundError: if the folder does not say it.
        ValueError: if that is damaged.
    """
    try:
        return MeasuredCorpus(**json.loads((folder / FILE).read_text(encoding="utf-8")))
    except (TypeError, ValueError) as error:
        raise ValueError(f"{folder / FILE} is damaged: {error}.") from error
