"""Parallel texts in the forms in which corpora are published."""

import gzip
import io
import tarfile
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import pytest

from alignoscope.data.corpus import corpus_lines, corpus_rows, read_corpus
from alignoscope.data.named_files import NamedFile
from alignoscope.data.parallel_files import Rows, read_rows
from alignoscope.data.survey import survey

PAIRS = [
    ("A red car!", "Une voiture rouge !"),
    ("Go.", "Va !"),
    ('He said "no".', "Il dit été"),
]
SOURCE, TARGET = ("".join(f"{pair[side]}\n" for pair in PAIRS) for side in (0, 1))
TABS = "".join(f"{source}\t{target}\n" for source, target in PAIRS)
CSV = 'english,french\nA red car!,"Une voiture rouge !"\nGo.,Va !\n"He said ""no"".",Il dit été\n'
UNITS = "".join(
    f'<tu><tuv xml:lang="EN-gb"><seg>{source}</seg></tuv><tuv xml:lang="fr"><seg><hi>'
    f"{target}</hi><ph>code</ph></seg></tuv></tu>"
    for source, target in PAIRS
)
TMX = f'<?xml version="1.0"?><tmx version="1.4"><header/><body>{UNITS}</body></tmx>'
OPUS = {
    "x.en-fr.fr": TARGET,
    "x.en-fr.en": SOURCE,
    "x.en-fr.xml": "<a/>",
    "README": "",
    "LICENSE": "",
}


def zipped(files: Mapping[str, str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return packed.getvalue()


def tarred(files: Mapping[str, str]) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, text in files.items():
            info = tarfile.TarInfo(f"training/{name}")
            info.size = len(text.encode())
            archive.addfile(info, io.BytesIO(text.encode()))
    return packed.getvalue()


def read(files: Mapping[str, str | bytes], most: int = 100, most_bytes: int = 20_000) -> Rows:
    named = [
        NamedFile(name, data if isinstance(data, bytes) else data.encode())
        for name, data in files.items()
    ]
    return read_rows(named, most, most_bytes)


@pytest.mark.parametrize(
    ("files", "languages"),
    [
        ({"a.tsv": TABS}, None),
        ({"a.tsv": TABS.replace("\n", "\r\n")}, None),
        ({"a.tsv": TABS.replace("\n", "\r")}, None),
        ({"a.tsv": TABS.encode("utf-16")}, None),
        ({"a.tsv": TABS.encode("utf-16-le")}, None),
        ({"a.tsv": TABS.encode("utf-8-sig")}, None),
        ({"a.tsv.gz": gzip.compress(TABS.encode())}, None),
        ({"fra-eng.zip": zipped({"fra.txt": TABS, "_about.txt": "a\tb"})}, None),
        ({"a.txt": TABS.replace("\t", " ||| ")}, None),
        ({"a.csv": CSV}, ("en", "fr")),
        ({"A.CSV": CSV}, ("en", "fr")),
        ({"a.csv": CSV.replace(",", ";")}, ("en", "fr")),
        ({"a.csv": "," + CSV[:-1].replace("\n", "\n7,")}, ("en", "fr")),
        ({"a.tsv": CSV.replace(",", "\t")}, ("en", "fr")),
        ({"a.tsv": f"src\ttgt\n{TABS}"}, None),
        ({"a.tsv": "id\teng\tfra\n7\t" + TABS[:-1].replace("\n", "\n7\t")}, ("eng", "fra")),
        ({"a.en": f"{SOURCE}\n\n", "a.fr": TARGET}, ("en", "fr")),
        ({"a.en": SOURCE, "a.fr": TARGET}, ("en", "fr")),
        ({"a.en.gz": gzip.compress(SOURCE.encode()), "a.fr": TARGET}, ("en", "fr")),
        ({"train.src": SOURCE, "train.tgt": TARGET}, None),
        ({"en-fr.txt.zip": zipped(OPUS)}, ("en", "fr")),
        ({"en-fr.tgz": tarred(OPUS)}, ("en", "fr")),
        ({"en-fr.zip": zipped({**OPUS, "x.de-en.de": "oh", "x.de-en.en2": "oh"})}, ("en", "fr")),
        ({"A.EN.GZ": gzip.compress(SOURCE.encode()), "A.FR": TARGET}, ("en", "fr")),
        ({"P.CSV.GZ": gzip.compress(CSV.partition("\n")[2].encode())}, None),
        ({"EN-FR.ZIP": zipped({name.upper(): text for name, text in OPUS.items()})}, ("en", "fr")),
        ({"en-fr.tmx": TMX}, ("en", "fr")),
        ({"en-fr.tmx.gz": gzip.compress(TMX.encode())}, ("en", "fr")),
        ({"a.tmx": TMX}, ("en", "fr")),
    ],
)
def test_every_form_gives_the_same_pairs(
    files: dict[str, str | bytes], languages: tuple[str, str] | None
) -> None:
    found = read(files)
    assert [(row.source, row.target) for row in found.rows] == PAIRS
    assert found.languages == languages
    text = next(iter(files.values()))
    headed = isinstance(text, str) and text.startswith(("english", ",english", "src", "id"))
    assert [note[:29] for note in found.notes] == ["Line 1 is a heading, no pair:"] * headed


def test_the_name_of_a_tmx_file_tells_which_language_is_the_source() -> None:
    assert read({"FR-EN.TMX": TMX}).languages == ("fr", "en")
    found = read({"fr-en.tmx": TMX})
    assert found.languages == ("fr", "en")
    assert found.rows[1][1:3] == ("Va !", "Go.")


def test_codes_of_two_and_three_letters_are_of_one_language() -> None:
    assert read({"fra-eng.tmx": TMX}).languages == ("fr", "en")
    assert read({"deu-nld.tmx": TMX}).languages == ("en", "fr")  # The name is of something else.


def test_a_heading_names_the_languages_whatever_the_file_is_called() -> None:
    turned = CSV.replace("english,french", "french,english")
    found = read({"eng-fra.csv": turned})
    assert found.languages == ("fr", "en")
    assert found.rows[0].source == PAIRS[0][0]
    text = "score,target,source\n0.9,Va !,Go.\n"
    scored = read({"a.csv": text})
    assert scored.rows[0][1:] == ("Go.", "Va !", ("0.9",))
    assert scored.notes == (
        "Line 1 is a heading, no pair: the source is column 3, “source”, the target column 2, "
        "“target”.",
    )


@pytest.mark.parametrize(
    ("first", "row", "languages"),
    [
        ("English words/sentences,French words/sentences", "{},{}", ("en", "fr")),
        ("English,Français", "{},{}", ("en", "fr")),
        ("Text_en,Text_fr", "{},{}", ("en", "fr")),
        ("translation.en,translation.fr", "{},{}", ("en", "fr")),
        ("prefix,input_text,target_text", "translate,{},{}", None),
        ("line,split,en,fr", "7,train,{},{}", ("en", "fr")),
        ("Unnamed: 0,id,en,fr", "7,8,{},{}", ("en", "fr")),
        ("no,phrase,phrase en français", "7,{},{}", None),
        ("link,the one,the other", "https://a.org/7,{},{}", None),
    ],
)
def test_any_heading_over_typed_or_named_columns_is_one(
    first: str, row: str, languages: tuple[str, str] | None
) -> None:
    sides = [(f"A car {i}.", f"Une voiture {i}.") for i in range(12)]
    found = read({"a.csv": "\n".join([first, *(row.format(*pair) for pair in sides)])})
    assert [(one.source, one.target) for one in found.rows] == sides
    assert found.languages == languages
    assert found.notes[0].startswith("Line 1 is a heading, no pair: the source is column ")


@pytest.mark.parametrize("first", ["Hi\tHe", "a cat\tun chat", "It is de\tC'est fr"])
def test_a_first_pair_that_looks_like_codes_is_no_heading(first: str) -> None:
    found = read({"a.tsv": f"{first}\n" + "Go on.\tVa !\n" * 12})
    assert (len(found.rows), found.notes) == (13, ())


def test_columns_of_codes_are_no_heading() -> None:
    rows = [f"eng\tA car {i}.\tfra\tUne voiture {i}." for i in range(12)]
    found = read({"a.tsv": "\n".join(rows)})
    assert found.rows[0][1:3] == ("A car 0.", "Une voiture 0.")


def test_a_column_of_labels_is_passed_over() -> None:
    rows = [f"{['news', 'law', 'web'][i % 3]}\tA car {i}.\tUne voiture {i}." for i in range(60)]
    found = read({"a.tsv": "\n".join(rows)})
    assert found.rows[1][1:3] == ("A car 1.", "Une voiture 1.")
    assert found.notes[0].endswith("no text: column 1 (labels).")


def test_latin_1_is_read_with_a_note() -> None:
    found = read({"a.tsv": "Go.\tL'été\nNo.\tÇa va\n".encode("latin-1")})
    assert found.rows[0].target == "L'été"
    assert "read as Windows-1252" in found.notes[0]


@pytest.mark.parametrize(
    "line",
    [
        '"Go," he said.\t"Va", dit-il.',
        '"Go."\t"Va !"',
        '"He said ""no""\tIl dit',
        'He said "go.\tIl dit "va',
        '"Go.\tVa !\n"No."\tNon.',
    ],
)
def test_quotation_marks_of_sentences_stay(line: str) -> None:
    found = read({"a.tsv": f"{TABS}{line}\n"})
    said = [(row.source, row.target) for row in found.rows]
    assert said == [*PAIRS, *(tuple(one.split("\t")) for one in line.split("\n"))]


def test_a_quoted_line_break_stays_in_its_sentence() -> None:
    found = read({"a.tsv": '"Go.\nNow."\t"Va !\nTout de suite."\nNo.\tNon.\n'})
    assert [row.source for row in found.rows] == ["Go.\nNow.", "No."]


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (
            {"a.csv": "id,translation\n" + "7,\"{'en': 'Go.', 'fr': 'Va !'}\"\n" * 3},
            r"a\.csv: column 2 holds records, with both sides in one text\. Save JSON lines",
        ),
        ({}, "No file holds 0 texts"),
        ({"a.tsv": "a\tb\nno tab\n"}, "a.tsv, line 2: expected source TAB target"),
        ({"a.csv": "a,b\nno comma\n"}, "a.csv, line 2: expected"),
        ({"a.en": SOURCE, "a.fr": "Va !\n"}, "a.en has 3 lines and a.fr 1"),
        ({"a.bin": b"\xff\xfe\xfd"}, "save it as UTF-8"),
        ({"a.tsv": "Да\tНет\n".encode("cp1251")}, "save it as UTF-8"),
        ({"a.tsv": b"a\tb\n" + b"c\0" * 3}, "is not text: it contains zero bytes"),
        ({"a.zip": zipped({"README": "", "_about.txt": "x"})}, "holds 0 texts"),
        ({"a.zip": zipped({"a.de": "a", "a.en": "b", "a.fr": "c"})}, "3 texts: a.de, a.en, a.fr"),
        ({"a.zip": zipped({"a.txt": "a\tb\n" * 6_000})}, "larger than 20,000 bytes unpacked"),
        ({"a.tsv.gz": gzip.compress(b"a\tb\n" * 6_000)}, "larger than 20,000 bytes unpacked"),
        ({"a.tgz": tarred({"a.txt": "a\tb\n" * 6_000})}, "larger than 20,000 bytes unpacked"),
        ({"a.tsv.gz": gzip.compress(TABS.encode())[:40]}, "damaged or cut off"),
        ({"a.tgz": gzip.compress(gzip.decompress(tarred(OPUS))[:600])}, "damaged or cut off"),
        ({"a.tmx": TMX[:-20]}, "a.tmx is no TMX file that can be read"),
        (
            {"a.tmx": f'<!DOCTYPE tmx [<!ENTITY a "{"oh" * 9}">]>{TMX[21:]}'},
            "declares entities, which are not read",
        ),
        ({"a.tmx": TMX.replace('"fr"', '"de"', 1)}, "in 3 languages"),
    ],
)
def test_what_is_no_parallel_text_is_said(files: dict[str, str | bytes], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read(files)


def test_reading_stops_at_the_limit() -> None:
    for files in (
        {"a.tsv": TABS},
        {"a.csv": CSV},
        {"a.tmx": TMX},
        {"a.en": SOURCE, "a.fr": TARGET},
    ):
        found = read(files, most=2)
        assert len(found.rows) == 2
        assert found.notes[-1] == "Only the first 2 lines are read."


@pytest.mark.parametrize("hit", range(60))
def test_a_damaged_archive_is_refused_or_read(hit: int) -> None:
    for name, whole in (("a.zip", zipped(OPUS)), ("a.tgz", tarred(OPUS))):
        data = bytearray(whole)
        data[hit * len(data) // 60] ^= 0xFF
        with suppress(ValueError):
            read({name: bytes(data)})


def test_a_corpus_of_two_files_has_the_hash_of_both(tmp_path: Path) -> None:
    paths = [tmp_path / "a.en", tmp_path / "a.fr"]
    for path, text in zip(paths, (SOURCE, TARGET), strict=True):
        path.write_text(text)
    found = read_corpus(paths)
    assert (found.name, found.languages, len(found.pairs)) == ("a.en + a.fr", ("en", "fr"), 3)
    turned = read_corpus(paths, reverse=True)
    assert turned.languages == ("fr", "en")
    assert turned.revision == f"{found.revision} reversed"
    paths[1].write_text(TARGET.replace("Va", "Pars"))
    assert read_corpus(paths).revision != found.revision


ENGLISH = "what did you say to the man\tsagte er nicht etwas zu dem Mann"
ARABIC = "what did you say\tماذا قلت"


@pytest.mark.parametrize(
    ("line", "pair", "said"),
    [
        (ENGLISH, "eng-deu", None),
        (ENGLISH, "aa-bb", None),
        (ENGLISH, "deu-eng", "Column 1 is English, but the columns .* deu-eng: they are swapped"),
        (f"{ENGLISH}\tCC-BY tatoeba.org #1", "de-en", "as in all files of manythings.org"),
        (ARABIC, "eng-ara", None),
        (ARABIC, "ara-eng", "Column 1 is written in Latin, .* Call the file eng-ara, or"),
    ],
)
def test_swapped_columns_are_refused(
    tmp_path: Path, line: str, pair: str, said: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("alignoscope.data.survey.FEW", 0)
    path = tmp_path / "a.tsv"
    path.write_text(f"{line}\n", encoding="utf-8")
    if said is None:
        assert survey(corpus_rows(path), pair).warnings == ()
        return
    with pytest.raises(ValueError, match=said):
        survey(corpus_rows(path), pair)


def test_a_script_that_neither_order_explains_is_warned_of(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("aap kaise hain\thow are you\n" * 500, encoding="utf-8")  # romanised Hindi
    odd = "Column 1 is written in Latin, but the columns are taken for hin-eng."
    assert odd in survey(corpus_rows(path), "hin-eng").warnings


def test_a_member_without_a_name_is_damage() -> None:
    data = bytearray(zipped({"a": TABS}))
    at = data.index(b"PK\x01\x02")
    data[at + 46] = 0  # Names end at a zero byte.
    with pytest.raises(ValueError, match="damaged or cut off"):
        read({"a.zip": bytes(data)})


@pytest.mark.parametrize("name", ["A.ZIP", "A.TXT.GZ"])
def test_lines_of_packed_files_are_read_whatever_the_case_of_their_names(
    tmp_path: Path, name: str
) -> None:
    path = tmp_path / name
    path.write_bytes(zipped({"FRA.TXT": TABS}) if ".ZIP" in name else gzip.compress(TABS.encode()))
    assert "".join(f"{line}\n" for line in corpus_lines(path)) == TABS
