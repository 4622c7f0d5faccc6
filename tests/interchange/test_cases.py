"""The table of docs/cases.md: what happens to the files of a case, and which tests show the others.

The files of a case are in the folder `cases`, by its name.
"""

import ast
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from alignoscope.interchange.foreign.file_set import open_files
from alignoscope.interchange.foreign.options import Reading
from alignoscope.interchange.readers.named_bytes import NamedBytes

TESTS = Path(__file__).parents[1]
FILES = Path(__file__).parent / "cases"
TABLE = TESTS.parent / "docs" / "cases.md"
RIGHT, WARNED, REFUSED = "Right", "Right, with a warning", "Refused"
# The largest weight of each row of the last map, as target<-source; "-" for an empty row.
CAR = "la<-the voiture<-car rouge<-red est<-is nouvelle<-new <eos><-<eos>"
DOG = "where<-wo is<-ist the<-der dog<-Hund ?<-?"
SLEEPS = "he<-er sleeps<-schläft"
CHIEN = "le<-the petit<-small chien<-dog dort<-sleeps"
BATEAU = "le<-the bateau<-red rouge<-boat est<-is vieux<-old"
GOATS = "two<-6·8 goats<-4·5 stand<-2·12 on<-14·4 a<-13·7 rock<-3·14 <end><-4·1"
COLD = "it<-<start> is<-<end> very<-. cold<-hace <end><-<start>"


class Row(NamedTuple):
    """A line of the table."""

    case: str
    situation: str
    before: str
    now: str
    shown: str


class Opened(NamedTuple):
    """Files that are opened together, the outcome, and what is read and said."""

    files: str
    outcome: str
    read: str
    said: str = ""
    first: int | None = None


def texts(folder: str, end: str = "") -> str:
    """Return the links and both texts of a folder of encodings."""
    return " ".join(f"{folder}/{name}.txt{end}" for name in ("links", "de", "en"))


EMPTY_LINE = "A line with an empty side left out (in 1 of 3 sentences; first: Line"
BOTH_WAYS = "but the other way round fits as well"
CASES = {
    "F01": [Opened("out.txt", RIGHT, "das<-the Haus<-house ist<-is hier<-here </s><-</s>")],
    "F02": [
        Opened("out.txt", RIGHT, "das<-</s> Haus<-</s> ist<-</s> hier<-</s> </s><-</s>"),
    ],
    "F03": [Opened("out.txt", REFUSED, "", "Line 4: the link 5-6 .* write the subword pieces")],
    "F04": [
        Opened(
            "out.txt source.txt",
            RIGHT,
            "wir<-we sehen<-see den<-the alten<-old Turm<-tower am<-at Hafen<-harbour heute<-today "
            "</s><-</s>",
        )
    ],
    "F05": [
        Opened("hard.txt source.txt", RIGHT, "er<-he </s><-</s>"),
        Opened("soft.txt source.txt", RIGHT, "er<-he </s><-sleeps"),
    ],
    "F07": [
        Opened("forced.txt", RIGHT, DOG),
        Opened("scored.txt bitext.txt", RIGHT, DOG),
    ],
    "F08": [
        Opened("align_out.inter de.txt en.txt", WARNED, DOG, BOTH_WAYS),
        Opened("pairs.json de.plain.txt en.plain.txt", WARNED, DOG, BOTH_WAYS),
    ],
    "F09": [
        Opened(
            "gold.talp src.txt tgt.txt",
            WARNED,
            "this<-- is<-maison my<-ma house<--",
            "No link points to a first word. Positions were assumed to count from 0",
        ),
        Opened(
            "gold.talp src.txt tgt.txt",
            WARNED,
            "this<-ma is<-voici my<-- house<--",
            BOTH_WAYS,
            first=1,
        ),
    ],
    "F10": [Opened("gold.wa src.txt tgt.txt", RIGHT, "this<-voici is<-- my<-ma house<--")],
    "F11": [
        Opened("ok.A3.final", RIGHT, "er<-he schläft<-sleeps"),
        Opened("nullword.A3", RIGHT, "der<-the Zeiger<-pointer ist<-is NULL<-NULL ({<-({"),
        Opened("part000.A3", RIGHT, "das<-the Haus<-house ist<-is sehr<-- klein<-small"),
        Opened("empty.A3", WARNED, "er<-he schläft<-sleeps", "A line with an empty side left out"),
        Opened("a3.final", REFUSED, "", "table of probabilities: open the links, A3.final"),
    ],
    "F12": [
        Opened(
            "log.txt source.txt",
            RIGHT,
            "we<-昨天 visited<-故宫博物院 the<-。 Palace<-故宫博物院 Museum<-。 yesterday<-了 "
            ".<-故宫博物院 </s><-故宫博物院",
        ),
        Opened("odd.txt", RIGHT, "▁12,5<-12.5 ▁Kilo<-▁kg gramm<-▁ </s><-▁kg"),
    ],
    "F13": [
        Opened(
            "out.txt",
            WARNED,
            "the<-- vote<-- began<-- .<-- </s><--",
            "Row 1 sums to 0, not to 1",
        )
    ],
    "F15": [
        Opened(files, RIGHT, "▁Er<-▁He ▁schläft<-</s>")
        for files in ("nosource.json source.txt", "lines.jsonl", "list.json", "wrapped.json")
    ],
    "F16": [
        Opened(
            "attention_scores.npz source.txt predictions.txt",
            WARNED,
            "wo<-is ist<-is der<-where Hund<-dog ?<-where </s><-dog",
            "End mark added to the source",
        )
    ],
    "F17": [
        Opened(
            "scores.npz words.json",
            RIGHT,
            "wir<-eat essen<-bread heute<-bread warmes<-eat Brot<-bread",
        ),
        Opened(
            "mha.npz words.json",
            RIGHT,
            "wir<-eat essen<-bread heute<-bread warmes<-bread Brot<-bread",
        ),
    ],
    "F18": [
        Opened("plot.npz", REFUSED, "", r"Up to 0\.51 of a row is after the last source token"),
        Opened("masked.npz", RIGHT, COLD),
        Opened("trailing.npz", RIGHT, COLD),
    ],
    "F19": [
        *(
            Opened(texts(folder), WARNED, SLEEPS, EMPTY_LINE)
            for folder in ("bom", "crlf", "lastempty", "oldmac", "utf16")
        ),
        Opened(texts("gz", ".gz"), WARNED, SLEEPS, EMPTY_LINE),
        Opened(texts("latin1"), WARNED, SLEEPS, "de.txt is not UTF-8 and was read as Windows-1252"),
        Opened(texts("nonewline"), REFUSED, "", "two texts of 3 lines .de.txt has 2, en.txt has 2"),
    ],
    "F22": [
        Opened(f"links{n}.txt src{n}.txt tgt{n}.txt", WARNED, "kurze<-short Zeile<-line", said)
        for n, said in (("", "Left out: Line 1: a map of 1,200 x 1,200"), ("400", BOTH_WAYS))
    ],
    "F23": [Opened("nbest.txt source.txt", RIGHT, "er<-he ruht<-he")],
    "F24": [
        Opened(
            "links.txt src.txt tgt.txt",
            WARNED,
            "der<-the Leucht@@<-light@@ turm@@<-house wärter<-keep@@ ￭<-er !<-￭.",
            BOTH_WAYS,
        )
    ],
    "F25": [
        Opened("links.txt src.txt tgt.txt", REFUSED, "", "the link 5-5 points after the last word")
    ],
    "F26": [
        Opened(name, WARNED, CAR, "Start mark of the target left out: no step wrote '<sos>'")
        for name in ("attention.npz", "one.json")
    ],
    "F27": [
        Opened("attention.npz", RIGHT, CAR),
        Opened("objects.npz", REFUSED, "", "holds Python objects, which are not read"),
    ],
    "G02": [Opened("attention.csv", RIGHT, CHIEN)],
    "G03": [Opened("attention.tsv", RIGHT, CHIEN)],
    "G04": [Opened("heat.json", RIGHT, CHIEN)],
    "G06": [
        Opened("words.txt", REFUSED, "", "unknown format"),
        Opened("links.txt bitext.txt", RIGHT, CHIEN),
        Opened("links.txt prob.txt bitext.txt", RIGHT, CHIEN),
    ],
    "G08": [Opened(f"att{n}.json", RIGHT, CHIEN) for n in ("", "2", "3", "4")],
    "G09": [
        Opened("attention.txt", WARNED, "1<-1 2<-2 3<-3 4<-4", "their places are numbered"),
        Opened("attention.txt source.txt target.txt", WARNED, CHIEN, BOTH_WAYS),
    ],
    "G10": [Opened("caption.npz", RIGHT, "a<-156 dog<-107 on<-140 grass<-70 <eos><-106")],
    "R01": [
        Opened(
            "attention-SOS.npz",
            WARNED,
            "le<-the bateau<-boat rouge<-red </s><-sinks",
            "the tokens were taken for those that the decoder read",
        ),
        Opened(
            "attention-begin.npz",
            WARNED,
            "le<-the bateau<-boat rouge<-red <stop><-sinks",
            "no step wrote '<begin>'",
        ),
    ],
    "R08": [
        Opened(
            "bytes.npz",
            RIGHT,
            "Le<-Der Ġfro<-ĠKÃ¤se mage<-Ġschme Ġest<-ckt ĠsucrÃ©<-ĠsÃ¼ÃŁ .<-. </s><-</s>",
        )
    ],
    "R16": [
        Opened("alphas.npz", RIGHT, GOATS),
        Opened(
            "alphas-flat-7.npz",
            WARNED,
            "two<-78 goats<-47 stand<-26 on<-186 a<-175 rock<-42 <end><-43",
            "It holds no source words",
        ),
    ],
    "R17": [
        Opened("pandas.csv", RIGHT, BATEAU),
        Opened("pandas.tsv", RIGHT, BATEAU),
        Opened("plain.txt source.txt target.txt", WARNED, BATEAU, BOTH_WAYS),
    ],
    "R18": [Opened(name, RIGHT, BATEAU) for name in ("own.json", "own2.json")],
    "R20": [Opened("attn.safetensors", REFUSED, "", "safetensors, which is not read. In Python")],
    "R21": [Opened("uint8.npz", RIGHT, BATEAU)],
    "R22": [Opened("nbest.txt src.txt", RIGHT, "she<-sie is<-lacht laughing<-lacht")],
}


def rows() -> list[Row]:
    """Return the lines of the table."""
    lines = [line for line in TABLE.read_text(encoding="utf-8").split("\n") if line[:1] == "|"]
    return [Row(*(cell.strip() for cell in line.strip("|").split(" | "))) for line in lines[2:]]


@pytest.mark.parametrize(
    ("case", "opened"), [(case, one) for case, several in CASES.items() for one in several]
)
def test_the_files_of_a_case_are_read_rightly_or_refused(case: str, opened: Opened) -> None:
    (folder,) = FILES.glob(f"{case}-*")
    paths = [folder / name for name in opened.files.split()]
    given = [NamedBytes(name=path.name, data=path.read_bytes()) for path in paths]
    if opened.outcome == REFUSED:
        with pytest.raises(ValueError, match=opened.said):
            open_files(given, Reading(first=opened.first))
        return
    (file,) = open_files(given, Reading(first=opened.first)).files
    one = file.sentences[-1]
    numbers = one.maps.mean(axis=(0, 1))
    best = [one.source.pieces[row.argmax()] if row.any() else "-" for row in numbers]
    read = " ".join(f"{t}<-{s}" for t, s in zip(one.target.pieces, best, strict=True))
    assert read == opened.read
    changes = " ".join(file.changes)
    assert opened.said in changes
    assert bool(changes) == (opened.outcome == WARNED)


def test_the_table_gives_the_outcome_of_each_case_with_files() -> None:
    now = {case: row.now for row in rows() for case in row.case.split(", ")}
    assert {path.name.partition("-")[0] for path in FILES.iterdir()} == CASES.keys()
    for case, several in CASES.items():
        first = several[0].outcome
        assert re.split("[:.;]", now[case])[0] == first, case


def test_every_other_case_names_tests_that_exist() -> None:
    defined = {
        node.name
        for path in TESTS.rglob("test_*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
    }
    for row in rows():
        named = set(re.findall(r"`(test_\w+)`", row.shown))
        assert named <= defined, row.case
        assert named or CASES.keys() & row.case.split(", "), row.case
