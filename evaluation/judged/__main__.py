"""Human grading of translations: `python -m evaluation.judged CHECKPOINTS --grades FILE`.

The file has one line per distinct translation of a sentence, without the names of the checkpoints
that produced it, so that grading is blind. Grades already in the file are kept and counted.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import pandas as pd
import torch

from alignoscope.data.corpus import normalise
from alignoscope.decoding.best import best_texts
from alignoscope.models.checkpoint import load_checkpoint
from alignoscope.records.extras import require
from alignoscope.records.limits import MAX_WIDTH
from alignoscope.records.whole_file import write_whole

SENTENCES = Path(__file__).parents[2] / "data" / "gold" / "judged-eng-fra.txt"
GRADES = ("right", "minor", "wrong")
COLUMNS = ("source", "translation", "grade")
Grades = dict[tuple[str, str], str]


def main(argv: Sequence[str] | None = None) -> None:
    """Translate, add new translations to the file, and print the grades of each checkpoint."""
    parser = argparse.ArgumentParser(
        prog="python -m evaluation.judged",
        description="Collect translations to be read by a person, each once, and count their "
        f"grades: {', '.join(GRADES)}.",
    )
    add = parser.add_argument
    add("checkpoints", nargs="+", type=Path, help=".safetensors files")
    add("--sentences", type=Path, default=SENTENCES, help="one a line (%(default)s)")
    add("--grades", type=Path, required=True, help="a .tsv file; it is made where there is none")
    add("--beam", type=int, default=5, choices=range(1, MAX_WIDTH + 1), help="(%(default)s)")
    args = parser.parse_args(argv)
    torch.set_num_threads(1)
    try:
        require("evaluation")
        grades = read_grades(args.grades)
        sources = [normalise(line) for line in args.sentences.read_text("utf-8").splitlines()]
        written = {
            str(path): best_texts(load_checkpoint(path), sources, args.beam)
            for path in args.checkpoints
        }
        found = {
            pair: "" for texts in written.values() for pair in zip(sources, texts, strict=True)
        }
        write_grades(args.grades, found | grades)
    except (OSError, ValueError) as error:
        parser.exit(2, f"{error}\n")
    print(count_grades(sources, written, grades).to_markdown())


def read_grades(path: Path) -> Grades:
    """Return the grades in a file by sentence and translation, "" if not graded yet.

    A missing file has no grades.

    Raises:
        ValueError: if a line has not three columns, or a grade that is none.
    """
    if not path.exists():
        return {}
    grades: Grades = {}
    for number, line in enumerate(path.read_text("utf-8").splitlines()[1:], start=2):
        cells = line.split("\t")
        if len(cells) != len(COLUMNS) or cells[2] not in ("", *GRADES):
            raise ValueError(
                f"{path}, line {number}: expected 'source TAB translation TAB grade', the grade "
                f"one of {', '.join(GRADES)} or empty; got {line[:60]!r}."
            )
        grades[cells[0], cells[1]] = cells[2]
    return grades


def write_grades(path: Path, grades: Mapping[tuple[str, str], str]) -> None:
    """Write the grades; the translations of each sentence are in alphabetical order.

    Raises:
        OSError: if the file cannot be written.
    """
    order = {source: place for place, source in enumerate(dict.fromkeys(one for one, _ in grades))}
    pairs = sorted(grades, key=lambda pair: (order[pair[0]], pair[1]))
    lines = ["\t".join(COLUMNS), *("\t".join((*pair, grades[pair])) for pair in pairs)]
    write_whole(path, ("\n".join(lines) + "\n").encode())


def count_grades(
    sources: Sequence[str], written: Mapping[str, Iterable[str]], grades: Grades
) -> pd.DataFrame:
    """Return one row per checkpoint: the number of its translations with each grade or none yet."""
    rows = {}
    for name, texts in written.items():
        counts = Counter(grades.get(pair, "") for pair in zip(sources, texts, strict=True))
        rows[name] = {grade or "not yet read": counts[grade] for grade in (*GRADES, "")}
    return pd.DataFrame.from_dict(rows, orient="index")


if __name__ == "__main__":
    main()
