"""The alignment error rate of a statistical aligner: `python -m evaluation.aligner_error --help`.

The aligner learns from the training part and from the gold pairs' sentences without their links,
since it can align only what it was trained on. A model has not seen the gold pairs, so the
aligner is a reference point, not a fair competitor.
"""

import argparse
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from alignoscope.analysis.links import alignment_error
from alignoscope.analysis.symmetrisation import SYMMETRISATIONS
from alignoscope.data.parallel_files import FORMS
from alignoscope.data.tokenizer import split_words
from alignoscope.evaluation.aligner import BothWays, align_both_ways, name_aligner
from alignoscope.evaluation.material import EvaluationData, corpus_material, warn_if_swapped
from alignoscope.evaluation.measure import hardware, write_command
from alignoscope.evaluation.option_selection import GoldPart
from alignoscope.records.links import Links
from alignoscope.records.measured_rows import Alignment
from alignoscope.records.report import AlignerReport, write_report
from alignoscope.records.whole_file import check_writable, told_in_a_line

MODULE = "evaluation.aligner_error"


def main(argv: Sequence[str] | None = None) -> None:
    """Parse the options, align, and write the report to `FOLDER/aligners/PAIR.json`."""
    argv = sys.argv[1:] if argv is None else argv
    parser = argparse.ArgumentParser(
        prog=f"python -m {MODULE}",
        description="Measure eflomal's alignments on gold sets, for the row beside the models'.",
    )
    add = parser.add_argument
    add("--corpus", type=Path, nargs="+", required=True, help=FORMS)
    add("--reverse", action="store_true", help="translate from the second column to the first")
    add("--pair", required=True, help="the models' pair, for example eng-fra")
    add("--gold", type=Path, required=True, help="gold alignments, .tsv")
    add("--naacl", nargs=2, type=Path, metavar=("SENTENCES", "LINKS"), help="further gold links")
    add("--out", type=Path, metavar="FOLDER", required=True, help="where the results are")
    args = parser.parse_args(argv)
    path = args.out / "aligners" / f"{args.pair}.json"
    with told_in_a_line(parser):
        check_writable(path)
        material = corpus_material(
            args.corpus, pair=args.pair, reverse=args.reverse, gold=args.gold, naacl=args.naacl
        )
        dev = material.parts["dev"]
        warn_if_swapped(args.corpus[0], dev, args.pair, material.languages)
        report = measure_aligner(material, args.pair, write_command(argv, MODULE))
        write_report(report, path)
    for row in report.alignment:
        way = row.symmetrisation or ("backward" if row.backward else "one way")
        print(f"{row.gold}, {row.part}, {way}: AER {row.aer:.3f}")


def measure_aligner(material: EvaluationData, pair: str, command: str) -> AlignerReport:
    """Align the training part and the gold pairs together, and measure the gold's links.

    Raises:
        ValueError: if the aligner is not installed, or fails.
    """
    train = material.parts["train"]
    words = [(split_words(pair.source), split_words(pair.target)) for pair in train]
    # "all" contains the pairs of "short".
    golds = [gold for gold in material.golds if gold.part != "short"]
    words += [(list(p.source_words), list(p.target_words)) for gold in golds for p in gold.pairs]
    found = iter(align_both_ways(words)[len(train) :])
    links = {(gold.name, pair.name): next(found) for gold in golds for pair in gold.pairs}
    return AlignerReport(
        aligner=name_aligner(),
        pair=pair,
        corpus=material.corpus,
        corpus_revision=material.revision,
        sentences=len(words),
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        command=command,
        hardware=hardware(),
        alignment=tuple(measure_links(material.golds, links)),
    )


def measure_links(
    golds: Sequence[GoldPart], links: dict[tuple[str, str], BothWays]
) -> list[Alignment]:
    """Return the errors on every part: forward, with each symmetrisation, and backward.

    `links` holds the links of both directions by the names of the gold set and the pair.
    """
    ways = [(1, None, False), *((2, name, False) for name in SYMMETRISATIONS), (1, None, True)]
    rows = []
    for directions, name, backward in ways:
        scores = []
        for gold in golds:
            both = [links[gold.name, pair.name] for pair in gold.pairs]
            found: list[Links | None] = [
                SYMMETRISATIONS[name](*one) if name else one[backward] for one in both
            ]
            scores.append((gold, alignment_error(found, gold.pairs)))
        dev = next(score.aer for gold, score in scores if gold.part == "dev")
        rows += [
            Alignment(
                gold=gold.name,
                part=gold.part,
                directions=directions,
                symmetrisation=name,
                shift=0,
                method="aligner",
                threshold=None,
                chosen=True,
                dev_aer=round(dev, 4),
                pairs=score.pairs,
                skipped=score.skipped,
                aer=round(score.aer, 4),
                precision=round(score.precision, 4),
                recall=round(score.recall, 4),
                backward=backward,
            )
            for gold, score in scores
        ]
    return rows


if __name__ == "__main__":
    main()
