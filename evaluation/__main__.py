"""The command line: measures of checkpoints on held-out parts of a corpus, as a table and as JSON.

Without `--beside` or `--out`, BLEU and chrF are measured and printed as a table. With one of them,
everything is measured and written to a folder: to `results` beside each checkpoint, where the app
and the documents read it, or to another. It gets `*.json`, one file per checkpoint with the fields
of `records.report`, and `table.md` and `table.csv`, which summarise all JSON files of the folder.
`--beside` also fits how sure each model may say it is (`evaluation.confidence`).
"""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import torch

from alignoscope.data.corpus import Pair, normalise
from alignoscope.data.encodings import decoded
from alignoscope.evaluation.confidence import fit_beside, further_pairs
from alignoscope.evaluation.material import (
    PARTS,
    EvaluationData,
    corpus_material,
    read_further,
    task_material,
    warn_if_swapped,
)
from alignoscope.evaluation.measure import add_texts, align_again, measure, write_command
from alignoscope.evaluation.table import markdown_table, write_table
from alignoscope.models.checkpoint import Checkpoint, load_checkpoint
from alignoscope.models.folder import find_checkpoint, results_folder
from alignoscope.records.extras import require
from alignoscope.records.limits import MAX_WIDTH
from alignoscope.records.report import Report, read_report, write_report
from alignoscope.records.whole_file import check_writable, told_in_a_line


def main(argv: Sequence[str] | None = None, prog: str = "python -m evaluation") -> None:
    """Parse the options, measure every checkpoint, and print the table.

    `prog` is the name of the command in its help.
    """
    argv = sys.argv[1:] if argv is None else argv
    parser = build_parser(prog)
    args = parser.parse_args(argv)
    torch.set_num_threads(1)
    with told_in_a_line(parser):
        require("evaluation")
        reports = run(args, write_command(argv))
    print(markdown_table(reports))


def build_parser(prog: str) -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Measure checkpoints on held-out parts of a corpus. Without --beside or "
        "--out: BLEU and chrF of greedy translations of the dev part.",
    )
    add = parser.add_argument
    add("checkpoints", nargs="+", type=Path, help=".safetensors files")
    add(
        "--corpus",
        type=Path,
        action="append",
        help="what they were trained on (a synthetic task needs none); of two files both",
    )
    add("--reverse", action="store_true", help="translate from the second column to the first")
    add("--parts", nargs="+", choices=PARTS, help="(dev; with a folder both)")
    add("--beam", type=int, default=5, help="width, measured besides greedy (%(default)s)")
    add(
        "--texts",
        nargs="+",
        type=Path,
        metavar="FILE",
        default=[],
        help="with a folder: other pairs, such as longer or written ones, that are measured too",
    )
    add(
        "--sentences",
        nargs="+",
        type=Path,
        metavar="FILE",
        default=[],
        help="with a folder: sentences, one a line, whose translations are kept in the report",
    )
    for part in PARTS:
        add(
            f"--{part}-also",
            nargs="+",
            type=Path,
            metavar="FILE",
            default=[],
            help=f"with --beside: pairs beside {part}, for the confidence",
        )
    add("--gold", type=Path, help="gold alignments, .tsv, for the alignment error rate")
    add("--naacl", nargs=2, type=Path, metavar=("SENTENCES", "LINKS"), help="further gold links")
    add(
        "--backward",
        nargs="+",
        type=Path,
        metavar="CHECKPOINT",
        default=[],
        help="of the other direction, to align both ways: one of each variant, or one for all",
    )
    add("--quick", action="store_true", help="with a folder: only what is measured without it")
    add(
        "--align-again",
        action="store_true",
        help="with a folder: of reports there, measure only links",
    )
    add(
        "--add-texts",
        action="store_true",
        help="with a folder and --texts: of reports there, measure only these texts",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--beside",
        action="store_true",
        help="measure everything, and write it to `results` beside the checkpoints",
    )
    where.add_argument(
        "--out", type=Path, metavar="FOLDER", help="measure everything, and write it there"
    )
    return parser


def run(args: argparse.Namespace, command: str) -> list[Report]:
    """Measure every checkpoint; return its report and the earlier ones in the output folder.

    Raises:
        ValueError: if an option, a file or a checkpoint does not fit.
        OSError: if a file cannot be read or written.
    """
    saved = args.beside or args.out
    quick = args.quick or not saved
    check_options(args, quick)
    checkpoints = [(path, load_checkpoint(path)) for path in map(find_checkpoint, args.checkpoints)]
    backward = [load_checkpoint(find_checkpoint(path)) for path in args.backward]
    partners = [find_partner(checkpoint, backward) for _, checkpoint in checkpoints]
    names = name_reports(checkpoints)
    folders = [args.out or results_folder(path.absolute().parent) for path, _ in checkpoints]
    reports = {folder: read_folder(folder) if saved else {} for folder in folders}
    for option in ("align_again", "add_texts"):
        for name, folder in zip(names, folders, strict=True):
            if getattr(args, option) and name not in reports[folder]:
                shown = option.replace("_", "-")
                raise ValueError(f"--{shown}: {folder} has no {name}.json to measure again.")
    materials = find_materials(args, [checkpoint for _, checkpoint in checkpoints])
    pair = checkpoints[0][1].record.pair or ""
    texts = read_texts(args.texts, pair, reverse=args.reverse)
    sentences = read_sentences(args.sentences)
    again = args.align_again or args.add_texts
    fits = args.beside and not (quick or again) and {*PARTS} <= {*(args.parts or PARTS)}
    also = [
        further_pairs(paths, pair, reverse=args.reverse)
        for paths in (args.dev_also, args.test_also)
    ]
    if saved:
        for folder in reports:
            check_writable(folder / "table.md")
    given = zip(names, folders, checkpoints, partners, materials, strict=True)
    for name, folder, (path, checkpoint), partner, material in given:
        there = reports[folder]
        if args.align_again:
            there[name] = align_again(
                there[name], checkpoint, material, backward=partner, command=command
            )
        elif args.add_texts:
            there[name] = add_texts(
                there[name], checkpoint, texts, width=args.beam, command=command
            )
        else:
            there[name] = measure(
                checkpoint,
                path,
                material,
                parts=tuple(dict.fromkeys(args.parts or (("dev",) if quick else ("dev", "test")))),
                width=args.beam,
                quick=quick,
                backward=partner,
                command=command,
                texts=texts,
                sentences=sentences,
            )
        if saved:
            write_report(there[name], folder / f"{name}.json")
            write_table(list(there.values()), folder)
        if fits and not material.made_up:
            dev, test = (
                [*material.parts[part], *more] for part, more in zip(PARTS, also, strict=True)
            )
            try:
                fit_beside(path, checkpoint, dev, test, args.beam)
            except ValueError as error:
                print(f"{path} gets no confidence: {error}", file=sys.stderr)
    return [report for there in reports.values() for report in there.values()]


def read_texts(paths: Sequence[Path], pair: str, *, reverse: bool) -> dict[str, Sequence[Pair]]:
    """Return the pairs of further files by their names without extensions; see `read_further`.

    Raises:
        ValueError: if two have one name, or a file cannot be read.
    """
    named = _by_name("--texts", paths)
    return {name: read_further(path, pair, reverse=reverse) for name, path in named.items()}


def read_sentences(paths: Sequence[Path]) -> dict[str, Sequence[str]]:
    """Return the normalised lines of text files by the files' names without extensions.

    Raises:
        ValueError: if two have one name, or one is no text or has no sentence.
        OSError: if a file cannot be read.
    """
    found: dict[str, Sequence[str]] = {}
    for name, path in _by_name("--sentences", paths).items():
        text, _ = decoded(path.read_bytes(), str(path))
        lines = [normalise(line) for line in text.splitlines()]
        found[name] = [line for line in lines if line]
        if not found[name]:
            raise ValueError(f"{path}: expected one sentence a line, but there is none.")
    return found


def _by_name(option: str, paths: Sequence[Path]) -> dict[str, Path]:
    """Return the files of an option by their names up to the first dot of an extension."""
    names = [re.sub(r"\.(tsv|txt)(\.gz)?$", "", path.name) for path in paths]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(
            f"{option} names {', '.join(twice)} more than once: expected files of different names. "
            "Rename one, or leave it out."
        )
    return dict(zip(names, paths, strict=True))


def check_options(args: argparse.Namespace, quick: bool) -> None:
    """Refuse options that contradict each other, before anything is measured.

    Raises:
        ValueError: if two do, or one has a value that is not allowed.
    """
    if not 1 <= args.beam <= MAX_WIDTH:
        raise ValueError(f"--beam is {args.beam}: expected 1 (none) to {MAX_WIDTH}.")
    if args.out and args.out.exists() and not args.out.is_dir():
        raise ValueError(f"--out {args.out}: there is a file of that name, expected a folder.")
    long = [
        name
        for name in ("gold", "naacl", "backward", "align_again", "add_texts", "texts", "sentences")
        if getattr(args, name)
    ]
    if quick and long:
        raise ValueError(
            f"--{long[0].replace('_', '-')} takes longer than a quick run: give --beside or "
            "--out FOLDER, and leave out --quick."
        )
    if (args.dev_also or args.test_also) and (quick or not args.beside):
        raise ValueError(
            "--dev-also and --test-also are for the confidence, which --beside fits: give it, and "
            "leave out --quick, or leave them out."
        )
    if args.add_texts and (args.align_again or not args.texts):
        raise ValueError(
            "--add-texts measures the files of --texts and nothing else: name them, and leave out "
            "--align-again."
        )


def find_materials(
    args: argparse.Namespace, checkpoints: Sequence[Checkpoint]
) -> list[EvaluationData]:
    """Return the evaluation data of each checkpoint; each corpus is read only once.

    Raises:
        ValueError: if a corpus or gold set is needed and not given, or cannot be read.
    """
    found: dict[tuple[str, str] | None, EvaluationData] = {}
    materials = []
    for path, checkpoint in zip(args.checkpoints, checkpoints, strict=True):
        name = checkpoint.record.corpus.name
        key = (name or "", checkpoint.record.corpus.revision or "")
        task = found.get(key) or task_material(*key)
        if task:
            found[key] = task
        elif not args.corpus:
            raise ValueError(
                f"{path} was trained on {name or 'a corpus that it does not name'}: give that "
                "file with --corpus."
            )
        elif None not in found:
            found[None] = corpus_material(
                args.corpus,
                pair=checkpoint.record.pair or "",
                reverse=args.reverse,
                gold=args.gold,
                naacl=args.naacl,
            )
        material = task or found[None]
        if not task:
            dev, languages = material.parts["dev"], material.languages
            warn_if_swapped(path, dev, checkpoint.record.pair, languages)
        materials.append(material)
    if args.backward and not any(material.golds for material in materials):
        raise ValueError("--backward aligns both ways, but there is no gold set: give --gold too.")
    if args.align_again and not all(material.golds for material in materials):
        raise ValueError("--align-again measures links, but there is no gold set: give --gold too.")
    return materials


def find_partner(checkpoint: Checkpoint, backward: Sequence[Checkpoint]) -> Checkpoint | None:
    """Return the model of the other direction to symmetrise with, or None if there is none.

    It is the only one in `backward`, or one of the same variant, with the same seed if possible.

    Raises:
        ValueError: if there are several, and none is of the same variant.
    """
    if len(backward) <= 1:
        return backward[0] if backward else None
    same = [other for other in backward if other.variant == checkpoint.variant]
    if not same:
        raise ValueError(
            f"--backward has no checkpoint of {checkpoint.variant}, only of "
            f"{', '.join(other.variant for other in backward)}: give one of each variant, or one "
            "for all."
        )
    seed = checkpoint.record.seed
    return next((other for other in same if other.record.seed == seed), same[0])


def name_reports(checkpoints: Sequence[tuple[Path, Checkpoint]]) -> list[str]:
    """Return the file names of the reports: folder, file and seed, which is not repeated.

    Raises:
        ValueError: if two reports would have the same name.
    """
    paths: dict[str, Path] = {}
    for path, checkpoint in checkpoints:
        seed = checkpoint.record.seed
        said = "" if seed is None else f"-seed{seed}"
        name = f"{path.absolute().parent.name}-{path.stem.removesuffix(said)}{said}"
        if name in paths:
            raise ValueError(
                f"{paths[name]} and {path} would both be reported as {name}.json: rename one, or "
                "measure them with two commands and two --out folders."
            )
        paths[name] = path
    return list(paths)


def read_folder(folder: Path) -> dict[str, Report]:
    """Return the reports in a folder, by file name."""
    return {path.stem: read_report(path) for path in sorted(folder.glob("*.json"))}


if __name__ == "__main__":
    main()
