"""The command line: each process measures and writes its share of the parts of a corpus.

Processes share only the folder. A part is a fixed range of lines, its file is complete or absent,
and its number decides which process measures it. So a run can be continued by any number of
processes on any machines.
"""

import argparse
import hashlib
import os
import sys
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from alignoscope.data.parallel_files import FORMS
from alignoscope.data.survey import SAMPLE, findings, says_swapped
from alignoscope.evaluation.corpus.lines import opened, parts, survey
from alignoscope.models.folder import find_checkpoint
from alignoscope.records.measured_corpus import (
    FILE,
    MeasuredCorpus,
    part_path,
    read_measured,
    write_measured,
)
from alignoscope.records.whole_file import check_writable, write_whole

PART = 10_000  # The default number of lines of a part.
INTERRUPTED = 130  # The exit code that shells use: 128 plus the number of SIGINT.
GO_ON = "The same command goes on from the last whole part."


def main(words: Sequence[str] | None = None, prog: str = "torchrun -m evaluation.corpus") -> None:
    """Measure this process's share of a corpus; an error exits with a message of one line."""
    parser = build_parser(prog)
    args = parser.parse_args(words)
    try:
        import torch  # here, so that Ctrl-C is told in a line while this takes its time

        torch.set_num_threads(1)
        share(args, int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1)))
    except ValueError as error:
        parser.exit(2, f"{error}\n")
    except ImportError as error:
        parser.exit(2, f"Parquet is written by pyarrow, which is not installed. ({error})\n")
    except OSError as error:
        parser.exit(1, f"{error.filename}: {error.strerror}.{_go_on(args.out)}\n")
    except KeyboardInterrupt:
        parser.exit(INTERRUPTED, f"Stopped.{_go_on(args.out)}\n")


def _go_on(folder: Path) -> str:
    """Return the hint that the command goes on, if a folder's parts have been begun, else ""."""
    return f" {GO_ON}" if os.path.isfile(folder / FILE) else ""


def build_parser(prog: str) -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Force models to a whole parallel corpus and measure their maps, in as many "
        "processes and on as many machines as torchrun is told (docs/opening.md). Run the same "
        "command again to go on where it was cut off.",
    )
    add = parser.add_argument
    add("text", type=Path, nargs="+", help=FORMS)
    add(
        "--models",
        nargs="+",
        required=True,
        metavar="MODEL",
        help="the first one's maps are measured, the others say whether they agree: "
        "eng-fra/luong-concat, or a file",
    )
    add("--out", type=Path, required=True, metavar="FOLDER", help="of the parts")
    add("--reverse", action="store_true", help="take the sides the other way round")
    add("--quick", action="store_true", help="without surprise, which takes most of the time")
    add("--part-lines", type=int, default=PART, help="lines of a part (%(default)s)")
    return parser


def share(args: argparse.Namespace, rank: int, size: int) -> None:
    """Measure and write the missing parts of process `rank` of `size` processes.

    Raises:
        ValueError: if the texts, a model or what is in the folder does not fit.
    """
    from alignoscope.decoding.usable import load_usable
    from alignoscope.evaluation.corpus.measuring import measured_part

    if args.part_lines < 2:
        raise ValueError(f"--part-lines is {args.part_lines}: expected 2 or more.")
    paths = [find_checkpoint(name) for name in args.models]
    check_writable(args.out / FILE)
    models = [load_usable(path) for path in paths]
    pair = models[0].record.pair or ""
    about = _describe(args, paths, pair)
    _agree(about, args.out, first=rank == 0)
    if rank == 0:
        _tell(args, pair)
    for number, rows in parts(args.text, about.part_lines, pair, reverse=args.reverse):
        path = part_path(args.out, number)
        if number % size != rank or path.exists():
            continue
        started = time.monotonic()
        content, kept = measured_part(models, rows, posterior=about.posterior)
        write_whole(path, content)
        speed = len(rows) / (time.monotonic() - started)
        print(
            f"{path.name} of {about.parts:,}: {kept:,} of {len(rows):,} lines, {speed:,.0f} lines "
            "a second",
            flush=True,
        )
    if all(part_path(args.out, number).exists() for number in range(about.parts)):
        print(f"All parts are in {args.out}: `alignoscope open {args.out}` shows them.", flush=True)


def _tell(args: argparse.Namespace, pair: str) -> None:
    """Print what was done to read the texts, and what is odd in their first lines."""
    read = opened(args.text, pair, reverse=args.reverse)
    sides = [(row.source, row.target) for row in islice(read.rows, SAMPLE)]
    odd = says_swapped(sides, pair, "--reverse turns them.", read.languages)
    for said in (*read.notes, *findings(sides), *[odd] * bool(odd)):
        print(said, file=sys.stderr)


def _describe(args: argparse.Namespace, models: Sequence[Path], pair: str) -> MeasuredCorpus:
    lines, revision = survey(args.text, pair, reverse=args.reverse)
    return MeasuredCorpus(
        texts=[path.name for path in args.text],
        revision=revision,
        lines=lines,
        part_lines=args.part_lines,
        models=[f"{path.absolute().parent.name}/{path.stem}" for path in models],
        revisions=[hashlib.sha256(path.read_bytes()).hexdigest() for path in models],
        posterior=not args.quick,
    )


def _agree(about: MeasuredCorpus, folder: Path, *, first: bool) -> None:
    """Check that the parts in a folder are of the same run.

    In a new folder, the first process writes the description of the run.

    Raises:
        ValueError: if they are of another one.
    """
    try:
        earlier = read_measured(folder)
    except FileNotFoundError:
        if first:
            write_measured(about, folder)
        return
    if other := about.differs(earlier):
        raise ValueError(f"{folder} has parts of another run ({other}): choose another folder.")


if __name__ == "__main__":
    main(sys.argv[1:])
