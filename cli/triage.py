"""`alignoscope triage`: measure the pairs of a parallel text."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from alignoscope.analysis.triage.damage import DAMAGES, damage
from alignoscope.analysis.triage.measures import PairMeasures
from alignoscope.data.named_files import paths_of_texts
from alignoscope.data.parallel_files import FORMS
from alignoscope.data.survey import findings, says_swapped
from alignoscope.decoding.triaging import SentencePair, measure_pairs, numbers_of
from alignoscope.decoding.usable import load_usable
from alignoscope.interchange.foreign.bitext import read_bitext
from alignoscope.interchange.readers.named_bytes import read_paths
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.folder import find_checkpoint
from alignoscope.records.whole_file import check_writable, told_in_a_line, write_whole

BATCH = 32
KINDS = (".csv", ".parquet")


def main(words: Sequence[str], prog: str = "alignoscope triage") -> None:
    """Measure the pairs of a text and write the table, or print how well damage is found."""
    parser = build_parser(prog)
    args = parser.parse_args(words)
    with told_in_a_line(parser):
        _check(args)
        files = read_paths(paths_of_texts(args.text))
        models = [load_usable(find_checkpoint(name)) for name in args.models]
        pair = models[0].record.pair or ""
        text = read_bitext(files, swapped=args.reverse, pair=pair)
        for note in text.notes:
            print(note, file=sys.stderr)
        for warning in findings([(source, target) for _, source, target in text.texts]):
            print(f"Warning: {warning}", file=sys.stderr)
        count = min(args.most or len(text.texts), len(text.texts))
        rows = [text.pair(i) for i in _spread(len(text.texts), count)]
        texts = [(row.source, row.target) for row in rows]
        if odd := says_swapped(texts, pair, "--reverse turns them.", text.languages):
            print(odd, file=sys.stderr)
        if args.damage:
            print(_damage_table(models, texts))
        else:
            _write([row.name for row in rows], texts, _measured(models, texts), args.out)


def build_parser(prog: str) -> argparse.ArgumentParser:
    """Return the argument parser of `alignoscope triage`."""
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Force models to the pairs of a parallel text, and measure their maps: which "
        "pairs are odd? (docs/opening.md)",
    )
    add = parser.add_argument
    add("text", type=Path, nargs="+", help=FORMS)
    add(
        "--models",
        nargs="+",
        required=True,
        metavar="MODEL",
        help="the first one's maps are "
        "measured, the others say whether they agree: eng-fra/luong-concat, or a file",
    )
    add("--reverse", action="store_true", help="take the sides the other way round")
    add("--most", type=int, help="pairs, taken evenly from the text (all)")
    add("--out", type=Path, help="the table that is written: .csv or .parquet")
    add(
        "--damage",
        action="store_true",
        help="damage pairs in known ways, and print how well each measure finds them (AUROC)",
    )
    return parser


def _check(args: argparse.Namespace) -> None:
    """Raise a ValueError for invalid options before anything is measured."""
    if args.damage == bool(args.out):
        raise ValueError("Give one of --out FILE, which writes the table, and --damage.")
    if args.out and args.out.suffix not in KINDS:
        raise ValueError(f"--out {args.out}: expected a name that ends in {' or '.join(KINDS)}.")
    if args.out and args.out.exists():
        raise ValueError(f"{args.out} is there already: choose another name.")
    if args.most is not None and args.most < 2:
        raise ValueError(f"--most is {args.most}: expected 2 or more.")
    if args.out:
        check_writable(args.out)


def _spread(count: int, most: int) -> list[int]:
    """Return `most` indices spread evenly over the pairs."""
    return [i * count // most for i in range(most)]


def _measured(
    models: Sequence[Checkpoint], texts: Sequence[SentencePair]
) -> list[PairMeasures | None]:
    found: list[PairMeasures | None] = []
    for start in range(0, len(texts), BATCH):
        found += measure_pairs(models, texts[start : start + BATCH])
        print(f"\r{len(found):,} of {len(texts):,} pairs", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return found


def _write(
    names: Sequence[str],
    texts: Sequence[SentencePair],
    found: Sequence[PairMeasures | None],
    out: Path,
) -> None:
    """Write the table of the pairs that could be measured.

    Raises:
        ValueError: if no pair could be measured.
    """
    from alignoscope.ui.triage.table_view import triage_csv, triage_parquet, triage_table

    table = triage_table(numbers_of(found), names, texts)
    if table.empty:
        raise ValueError("No pair can be measured: each has a side that is too long.")
    make = triage_csv if out.suffix == ".csv" else triage_parquet
    write_whole(out, make(table))
    print(f"{out}: {len(table):,} pairs; {len(texts) - len(table):,} were too long.")


def _damage_table(models: Sequence[Checkpoint], texts: Sequence[SentencePair]) -> str:
    """Return a Markdown table of the AUROC of each measure for each kind of damage.

    Raises:
        ValueError: if no pair of a kind could be measured.
    """
    from alignoscope.ui.triage.table_view import WHOLE, found_damage, triage_table

    every = {WHOLE: texts} | {kind: damage(texts, kind) for kind in DAMAGES}
    found = [one for pairs in every.values() for one in _measured(models, pairs)]
    kinds = [kind for kind, pairs in every.items() for _ in pairs]
    all_texts = [pair for pairs in every.values() for pair in pairs]
    names = [str(i) for i in range(len(kinds))]
    measured = triage_table(numbers_of(found), names, all_texts, kinds)
    if measured.empty or {*measured["damage"]} != {*every}:
        raise ValueError("Too few pairs can be measured: the others have a side that is too long.")
    table = found_damage(measured)
    kinds = list(DAMAGES)
    lines = [f"| measure | {' | '.join(kinds)} |", "|---" * (len(kinds) + 1) + "|"]
    for row in table.to_dict("records"):
        numbers = " | ".join(f"{row[kind]:.3f}" for kind in kinds)
        lines.append(f"| {row['measure']} | {numbers} |")
    return "\n".join(lines)
