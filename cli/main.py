"""The entry point `alignoscope`, with its commands from `run` to `evaluate`.

Each command imports its modules only when it runs, so that `--help` is fast.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from alignoscope.cli import app, convert, doctor
from alignoscope.records.version import VERSION
from alignoscope.records.whole_file import told_in_a_line


def main(words: Sequence[str] | None = None) -> None:
    """Run a command; without one, open the app. Expected errors are printed in one line."""
    words = list(sys.argv[1:] if words is None else words) or ["run"]
    parser = build_parser()
    if words[0] in WHOLE:
        _, run = WHOLE[words[0]]
        with told_in_a_line(parser):
            run(words[1:])
        return
    args = parser.parse_args(words)
    with told_in_a_line(parser):
        args.run(args)


def build_parser() -> argparse.ArgumentParser:
    """Return the argument parser of all commands."""
    parser = argparse.ArgumentParser(
        prog="alignoscope",
        description="See how attention works. Each command has a --help of its own; without one, "
        "the app opens.",
    )
    parser.add_argument("--version", action="version", version=f"Alignoscope {VERSION}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for one in COMMANDS:
        command = commands.add_parser(one.name, help=one.brief, description=one.about)
        command.set_defaults(run=one.run)
        one.add_arguments(command)
    for name, (brief, _) in WHOLE.items():
        commands.add_parser(name, help=brief)
    return parser


class Command(NamedTuple):
    """A command: its name, its line in the list of commands, its help, arguments and function."""

    name: str
    brief: str
    about: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], None]


def _add_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", type=Path, metavar="FILE", nargs="+", help="maps, and the texts that they need"
    )


def _add_opened(parser: argparse.ArgumentParser) -> None:
    _add_files(parser)
    app.add_server_arguments(parser)


def _add_course(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("out", type=Path, metavar="OUT", help="a new folder")
    parser.add_argument(
        "--language", default="en", metavar="CODE", help="en (the default), de, es or fr"
    )


def _course(args: argparse.Namespace) -> None:
    from alignoscope.cli.course import write_course

    write_course(args.out, args.language)


def _add_gallery(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("out", type=Path, metavar="OUT", help="a new folder")
    parser.add_argument("--app", metavar="URL", default="", help="an app that pages link to")
    parser.add_argument(
        "--live", action="store_true", help="add a page whose models translate in the browser"
    )
    parser.add_argument(
        "--one-file", action="store_true", help="write the live page as one HTML file, OUT"
    )
    for name, what in (("pairs", "language pairs"), ("models", "models")):
        about = f"{what} of the live page, such as A,B"
        parser.add_argument(f"--{name}", metavar="NAMES", type=_names, default=(), help=about)


def _names(text: str) -> tuple[str, ...]:
    return tuple(filter(None, text.split(",")))


def _gallery(args: argparse.Namespace) -> None:
    if args.live or args.one_file:
        from alignoscope.cli.live_gallery import write_live

        write_live(args.out, args.app, args.pairs, args.models, one_file=args.one_file)
        return
    if args.pairs or args.models:
        raise ValueError("--pairs and --models choose what a live page has: add --live.")
    from alignoscope.cli.gallery import write_gallery

    write_gallery(args.out, args.app)


COMMANDS = (
    Command(
        "run",
        "open the app",
        "Open the app in a browser.",
        app.add_server_arguments,
        app.run,
    ),
    Command(
        "open",
        "open the app with files",
        "Open the app on what the app or a notebook saved, or on files of other tools or a folder "
        "of evaluation.corpus (docs/opening.md).",
        _add_opened,
        app.open_files,
    ),
    Command(
        "doctor",
        "show which rules maps of attention keep and break",
        "Show which rules maps of attention keep and break, where, and why each is a rule "
        "(docs/opening.md). Ends with 1 where one is broken.",
        _add_files,
        doctor.run,
    ),
    Command(
        "convert",
        "make a model of Marian or Nematus one of the app's",
        "Write the RNN model of Marian or Nematus as a checkpoint that the app opens "
        "(docs/opening.md).",
        convert.add_arguments,
        convert.run,
    ),
    Command(
        "course",
        "write the lessons as files for a class",
        "Write every lesson as a page that asks and answers with no server, with a sheet, its key, "
        "slides and quizzes, and all files of each class plan as a zip (docs/lessons.md).",
        _add_course,
        _course,
    ),
    Command(
        "gallery",
        "write maps, training and lessons as pages for any web host",
        "Write the examples of all pairs by all models, their training and the lessons as plain "
        "pages, which need no server of ours and no network (docs/deploy.md).",
        _add_gallery,
        _gallery,
    ),
)


def _triage(words: Sequence[str]) -> None:
    from alignoscope.cli.triage import main

    main(words)


def _train(words: Sequence[str]) -> None:
    from alignoscope.training.__main__ import main

    main(words, "alignoscope train")


def _evaluate(words: Sequence[str]) -> None:
    from alignoscope.evaluation.__main__ import main

    main(words, "alignoscope evaluate")


def _words(words: Sequence[str]) -> None:
    from alignoscope.training.known import main

    main(words, "alignoscope words")


def _confidence(words: Sequence[str]) -> None:
    from alignoscope.evaluation.confidence import main

    main(words, "alignoscope confidence")


# These commands parse their own options; their modules also run without the app.
WHOLE: dict[str, tuple[str, Callable[[Sequence[str]], None]]] = {
    "triage": ("measure a parallel text: which pairs are odd?", _triage),
    "train": ("train a model: the same as python -m training", _train),
    "evaluate": ("measure models: the same as python -m evaluation", _evaluate),
    "confidence": ("measure how well models know which words are wrong", _confidence),
    "words": ("count the words that the models of a pair have read", _words),
}
