"""The command line: `alignoscope` with its commands, from `run` to `evaluate`."""

from __future__ import annotations

import argparse
import os
import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from alignoscope.records.version import VERSION
from alignoscope.records.whole_file import told_in_a_line

if TYPE_CHECKING:
    from alignoscope.interchange.readers.given import Given


def main(words: Sequence[str] | None = None) -> None:
    """Read a command, or open the app without one; what cannot be done ends in one line."""
    words = list(sys.argv[1:] if words is None else words) or ["run"]
    if words[0] in HANDED_ON:
        # Their own parsers read the options, and `--help` tells them.
        HANDED_ON[words[0]](words[1:])
        return
    parser = build_parser()
    args = parser.parse_args(words)
    with told_in_a_line(parser):
        if args.command == "convert":
            convert(args.model, args.source, args.target, args.to)
            return
        if args.command == "course":
            from alignoscope.cli.course import write_course

            write_course(args.out, args.language)
            return
        if args.command == "gallery":
            from alignoscope.cli.gallery import write_gallery

            write_gallery(args.out, args.app)
            return
        if args.command == "doctor":
            sys.exit(doctor(args.files))
        if args.command == "open":
            os.environ |= handed(args.files)
        check_address(args.address, args.port)
    serve(args.address, args.port, args.host)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="alignoscope",
        description="See how attention works. Each command has a --help of its own; without one, "
        "the app opens.",
    )
    parser.add_argument("--version", action="version", version=f"Alignoscope {VERSION}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    run = commands.add_parser("run", help="open the app", description="Open the app in a browser.")
    opened = commands.add_parser(
        "open",
        help="open the app with files",
        description="Open the app on what the app or a notebook saved, or on files of other tools "
        "or a folder of evaluation.corpus (docs/opening.md).",
    )
    doctored = commands.add_parser(
        "doctor",
        help="say which rules maps of attention keep and break",
        description="Say which rules maps of attention keep and break, where, and why as a rule "
        "(docs/opening.md). Ends with 1 where one is broken.",
    )
    for command in (opened, doctored):
        command.add_argument(
            "files", type=Path, metavar="FILE", nargs="+", help="maps, and the texts that they need"
        )
    for command in (run, opened):
        command.add_argument(
            "--address",
            help="listen here: 0.0.0.0 lets other machines in, as a container needs (localhost)",
        )
        command.add_argument("--port", type=int, help="(8501, or the next that is free)")
        command.add_argument(
            "--host",
            action="append",
            default=os.environ.get("ALIGNOSCOPE_HOSTS", "").split(),
            metavar="NAME",
            help="a name that people reach it by, if not this machine's own: class.example.org",
        )
    converted = commands.add_parser(
        "convert",
        help="make a model of Marian or Nematus one of the app's",
        description="Write the RNN model of Marian or Nematus as a checkpoint that the app opens "
        "(docs/opening.md).",
    )
    converted.add_argument("model", type=Path, metavar="MODEL.npz")
    converted.add_argument("source", type=Path, metavar="SOURCE_VOCABULARY", help="YAML or JSON")
    converted.add_argument("target", type=Path, metavar="TARGET_VOCABULARY")
    converted.add_argument("to", type=Path, metavar="PAIR/NAME.safetensors", help="what is written")
    course = commands.add_parser(
        "course",
        help="write the lessons as files for a class",
        description="Write every lesson as a page that asks and answers with no server, with a "
        "sheet, its key, slides and a quiz (docs/lessons.md).",
    )
    course.add_argument("out", type=Path, metavar="OUT", help="a folder that is new")
    course.add_argument("--language", default="en", metavar="CODE", help="en (the default) or fr")
    gallery = commands.add_parser(
        "gallery",
        help="write maps, training and lessons as pages for any web host",
        description="Write the examples of all pairs by all models, their training and the lessons "
        "as plain pages, which need no server of ours and no network (docs/deploy.md).",
    )
    gallery.add_argument("out", type=Path, metavar="OUT", help="a folder that is new")
    gallery.add_argument("--app", metavar="URL", default="", help="an app that pages link to")
    commands.add_parser("triage", help="measure a parallel text: which pairs are odd?")
    commands.add_parser("train", help="train a model: the same as python -m training")
    commands.add_parser("evaluate", help="measure models: the same as python -m evaluation")
    return parser


def handed(paths: Sequence[Path]) -> dict[str, str]:
    """Return the environment that tells the app what to open: files, or a measured corpus.

    Raises:
        ValueError: if that cannot be opened.
    """
    from alignoscope.records.measured_corpus import FILE, read_measured

    if len(paths) == 1 and (paths[0] / FILE).is_file():
        read_measured(paths[0])
        return {"ALIGNOSCOPE_CORPUS": str(paths[0].absolute())}
    return {"ALIGNOSCOPE_TRACE": os.pathsep.join(map(str, check_files(paths)))}


def check_files(paths: Sequence[Path]) -> list[Path]:
    """Return the absolute paths of files that the app can open together.

    Raises:
        ValueError: if one cannot be read, or is nothing that can be opened.
    """
    from alignoscope.interchange.foreign.together import open_files

    files = _given(paths)
    try:
        open_files(files)
    except ValueError as error:
        raise ValueError(f"{', '.join(map(str, paths))} cannot be opened. {error}") from error
    return [path.absolute() for path in paths]


def doctor(paths: Sequence[Path]) -> int:
    """Print what each rule says of the maps in files; return 1 where one is broken, else 0.

    Raises:
        ValueError: if a file cannot be read, or none holds maps of weights.
    """
    from alignoscope.interchange.foreign.examining import examine_files

    found = examine_files(_given(paths))
    for name, findings in found:
        print("\n".join([name, *(f"  {one}" for one in findings)]))
    return int(any(one.kept is False for _, findings in found for one in findings))


def _given(paths: Sequence[Path]) -> list[Given]:
    from alignoscope.interchange.readers.given import Given

    try:
        return [Given(name=path.name, data=path.read_bytes()) for path in paths]
    except OSError as error:
        raise ValueError(f"{error.filename} cannot be read: {error.strerror}.") from error


def check_address(address: str | None, port: int | None) -> None:
    """Raise a ValueError if this machine cannot listen at an address, or there is no such port."""
    if port is not None and not 1 <= port <= 65_535:
        raise ValueError(f"--port is {port}: expected 1 to 65535.")
    try:
        found = socket.getaddrinfo(address or "localhost", 0, type=socket.SOCK_STREAM)
        family, kind, *_, listener = found[0]
        with socket.socket(family, kind) as probe:
            probe.bind(listener)
    except OSError as error:
        raise ValueError(f"--address {address}: {error.strerror or error}.") from error


def convert(model: Path, source: Path, target: Path, to: Path) -> None:
    """Write a model of another program as a checkpoint, in single precision.

    Raises:
        ValueError: if it is none that is read, or there is a file of that name.
        OSError: if it cannot be written.
    """
    from alignoscope.models.checkpoint import SUFFIX, save_checkpoint
    from alignoscope.models.imported.converting import import_model

    if to.suffix != SUFFIX:
        raise ValueError(f"{to}: expected a name that ends in {SUFFIX}.")
    if to.exists():
        raise ValueError(f"{to} is there already: choose another name.")
    checkpoint = import_model(model, source, target)
    save_checkpoint(checkpoint, to, exact=True)
    print(f"{to}: {checkpoint.variant}, {len(checkpoint.tokenizer):,} tokens.")


def serve(address: str | None, port: int | None, hosts: Sequence[str] = ()) -> None:
    """Start the app, and go on until it is stopped; it answers to `hosts` and to its own names."""
    from alignoscope.server.serve import serve_app

    options = {"server.address": address, "server.port": port}
    serve_app({name: value for name, value in options.items() if value is not None}, hosts)


def _triage(words: Sequence[str]) -> None:
    from alignoscope.cli.triage import main

    main(words)


def _train(words: Sequence[str]) -> None:
    from alignoscope.training.__main__ import main

    main(words, "alignoscope train")


def _evaluate(words: Sequence[str]) -> None:
    from alignoscope.evaluation.__main__ import main

    main(words, "alignoscope evaluate")


HANDED_ON: dict[str, Callable[[Sequence[str]], None]] = {
    "triage": _triage,
    "train": _train,
    "evaluate": _evaluate,
}
