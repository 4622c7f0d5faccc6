"""Parallel texts as records with named fields, and as units of translation."""

import importlib
import io
import json
import random
import sys
import zipfile
from contextlib import suppress
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pandas import DataFrame

from alignoscope.data import record_files as reader
from alignoscope.data.corpus import corpus_rows, read_corpus
from alignoscope.data.named_files import NamedFile
from alignoscope.data.parallel_files import Rows, open_rows, read_rows
from tests.shared.hostile import mutated, record_files, unit_files

SIDES = [("Go.", "Va !"), ("A car", "Une voiture"), ("It's me.", "C'est moi.")]
FLAT = [{"en": source, "fr": target} for source, target in SIDES]
NESTED = [{"translation": record} for record in FLAT]


def lines(records: list) -> bytes:
    return "\n".join(json.dumps(one, ensure_ascii=False) for one in records).encode()


def parquet(records: list) -> bytes:
    pq.write_table(pa.Table.from_pylist(records), file := io.BytesIO(), row_group_size=2)
    return file.getvalue()


def arrow(records: list) -> bytes:
    table = pa.Table.from_pylist(records)
    with pa.ipc.new_stream(file := io.BytesIO(), table.schema) as writer:
        writer.write_table(table)
    return file.getvalue()


def read(files: dict[str, bytes], pair: str = "", most: int = 100) -> Rows:
    return read_rows([NamedFile(*file) for file in files.items()], most, 10**6, pair)


def sides(found: Rows) -> list[tuple[str, str]]:
    return [(row.source, row.target) for row in found.rows]


@pytest.mark.parametrize(
    "files",
    [
        {"a.jsonl": lines(FLAT)},
        {"a.jsonl": lines(NESTED)},
        {"a.jsonl": lines(NESTED).decode().encode("utf-16")},
        {"a.json": json.dumps(FLAT).encode()},
        {"a.json": json.dumps(NESTED, indent=2).encode()},
        {"a.parquet": parquet(FLAT)},
        {"a.parquet": parquet(NESTED)},
        {"a.arrow": arrow(NESTED)},
        {
            "train-00000-of-00002.jsonl": lines(FLAT[:1]),
            "train-00001-of-00002.jsonl": lines(FLAT[1:]),
        },
        {
            "a-00000-of-00002.parquet": parquet(FLAT[:2]),
            "a-00001-of-00002.parquet": parquet(FLAT[2:]),
        },
        {"train.jsonl": lines(FLAT), "test.jsonl": lines(FLAT)},
    ],
)
def test_records_are_read_by_the_names_of_languages(files: dict[str, bytes]) -> None:
    found = read(files)
    assert sides(found) == SIDES
    assert found.languages == ("en", "fr")
    assert [row.number for row in found.rows] == [1, 2, 3]
    held = "Only the part to train on is read, without test.jsonl."
    assert found.notes == ((held,) if "test.jsonl" in files else ())


def test_the_direction_asked_for_decides_where_languages_are_named() -> None:
    three = [{"en": "Go.", "de": "Los!", "fr": "Va !"}]
    for data in (lines(three), parquet(three), arrow(three)):
        assert sides(read({"a": data}, "fra-eng")) == [("Va !", "Go.")]
        with pytest.raises(ValueError, match=r"in 3 languages \(en, de, fr\): expected two"):
            read({"a": data})
        assert sides(read({"de-fr.x": data})) == [("Los!", "Va !")]
    assert sides(read({"a.csv": b"english,french\nGo.,Va !\n"}, "fr-en")) == [("Va !", "Go.")]
    units = "".join(
        "<tu>{}</tu>".format("".join(f'<tuv xml:lang="{c}"><seg>{t}</seg></tuv>' for c, t in unit))
        for unit in ((("de", "Los!"), ("en", "Go.")), (("en", "No."), ("de", "Nein.")))
    )
    tmx = f"<tmx><body>{units}</body></tmx>".encode()
    assert sides(read({"a.tmx": tmx}, "eng-deu")) == [("Go.", "Los!"), ("No.", "Nein.")]


@pytest.mark.parametrize(
    ("names", "languages"),
    [
        (("text_en", "text_fr"), ("en", "fr")),
        (("eng_Latn", "fra_Latn"), ("eng", "fra")),
        (("English", "French"), ("en", "fr")),
        (("source_text", "target_text"), None),
        (("src", "tgt"), None),
        (("question", "answer"), None),  # The two fields of text.
    ],
)
def test_fields_are_found_by_their_names_or_their_texts(
    names: tuple[str, str], languages: tuple[str, str] | None
) -> None:
    records = [
        {"id": i, "url": f"https://a.org/{i}", names[0]: source, names[1]: target, "score": 0.5}
        for i, (source, target) in enumerate(SIDES)
    ]
    found = read({"a.jsonl": lines(records)})
    assert (sides(found), found.languages) == (SIDES, languages)
    (note,) = found.notes
    assert note.endswith("left out: “id”, “url”, “score”.")


FRAME = DataFrame(FLAT)


@pytest.mark.parametrize(
    "data",
    [
        *(
            FRAME.to_json(orient=orient)
            for orient in ("records", "columns", "split", "table", "index")
        ),
        FRAME.to_json(orient="records", lines=True),
        json.dumps({"version": "1.0", "data": NESTED}, indent=1),
        json.dumps({"data": FLAT, "split": "train"}),
        json.dumps({"en": [one for one, _ in SIDES], "fr": [other for _, other in SIDES]}),
    ],
)
@pytest.mark.parametrize("chunk", [10, 60, 1_000_000])
def test_json_in_any_shape_is_read(data: str, chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "_CHUNK", chunk)
    found = read({"a.json": data.encode()})
    assert (sides(found), found.languages) == (SIDES, ("en", "fr"))


@pytest.mark.parametrize(
    "data",
    [
        json.dumps(SIDES).encode(),
        lines([*map(list, SIDES)]),
        lines(
            [
                {"messages": [{"role": "user", "content": a}, {"role": "assistant", "content": b}]}
                for a, b in SIDES * 4
            ]
        ),
        json.dumps({f"{one}{i}": other for i in range(7) for one, other in SIDES}).encode(),
    ],
)
def test_pairs_of_json_need_no_names(data: bytes) -> None:
    found = sides(read({"a.json": data}))
    assert [(one.rstrip("0"), other) for one, other in found[:3]] == SIDES
    assert len(found) in (3, 12, 21)


def test_one_object_is_one_record_or_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sides(read({"a.jsonl": lines(NESTED[:1])})) == SIDES[:1]
    assert sides(read({"a.jsonl": lines([{"meta": [{"a": 1}], **FLAT[0]}] * 2)})) == SIDES[:1] * 2
    monkeypatch.setattr(reader, "_CHUNK", 10)
    monkeypatch.setattr(reader, "_MOST_VALUE", 40)
    with pytest.raises(ValueError, match="record 1: more than 40 characters"):
        read({"a.json": FRAME.to_json().encode()})


@pytest.mark.parametrize("packer", ["bz2", "gzip", "lzma", "zstd"])
def test_a_packed_text_is_read_whatever_packed_it(packer: str) -> None:
    data = lines(FLAT)
    if packer == "zstd":
        packed = pa.compress(data, packer, asbytes=True)
    else:
        packed = importlib.import_module(packer).compress(data)
    assert sides(read({"a.jsonl.xz": packed})) == SIDES
    with pytest.raises(ValueError, match="damaged or cut off"):
        read({"a.jsonl.xz": packed[:-9]})


def test_a_folder_tells_the_pair() -> None:
    turned = parquet([{"translation": {"fr": one["fr"], "en": one["en"]}} for one in FLAT])
    assert sides(read({"en-fr/train.parquet": turned})) == SIDES


def test_fields_of_one_name_in_two_others_are_two_sides() -> None:
    records = [{"source": {"text": one}, "target": {"text": other}} for one, other in SIDES]
    for data in (lines(records), parquet(records)):
        assert sides(read({"a": data})) == SIDES


def test_a_language_is_no_column_of_ids() -> None:
    found = read({"a.jsonl": lines([{"id": i, **one} for i, one in enumerate(FLAT)])})
    assert found.languages == ("en", "fr")


def test_a_record_that_lacks_a_side_has_an_empty_one() -> None:
    found = read({"a.jsonl": lines([*FLAT, {"en": "alone"}, {"en": None, "fr": "seul"}])})
    assert sides(found)[3:] == [("alone", ""), ("", "seul")]


def test_rows_are_read_as_they_are_asked_for() -> None:
    """What is damaged is not reached."""
    data = lines(FLAT * 50_000) + b'\n{"en": '
    rows = open_rows([NamedFile("a.jsonl", data)], 10**8).rows
    assert next(rows)[1:3] == SIDES[0]
    with pytest.raises(ValueError, match=r"a\.jsonl, record 150,001: this is no JSON"):
        list(rows)


def test_a_record_longer_than_a_part_of_the_file_is_read() -> None:
    long = {"en": "a " * 800_000, "fr": "b"}
    found = read({"a.jsonl": lines([FLAT[0], long, FLAT[1]])})
    assert [len(row.source) for row in found.rows] == [3, 1_600_000, 5]


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"a.jsonl": lines(FLAT) + b"\n{oh}"}, "record 4: this is no JSON"),
        ({"a.jsonl": lines([*FLAT, {"en": ["Go", "."], "fr": "Va"}])}, "record 4: expected a text"),
        ({"a.jsonl": lines([*FLAT, "oh"])}, 'record 4: expected a text as “en”; got "oh"'),
        ({"a.jsonl": lines([{"a": [1], "b": {}}])}, "no two fields of text"),
        ({"a.jsonl": lines([{"a": "x y", "b": "y z", "c": "z x"}])}, "of text are: “a”, “b”, “c”"),
        ({"a.parquet": parquet(FLAT)[:-9]}, "a.parquet is damaged"),
        ({"a.parquet": parquet([{"a": 1, "b": 2}])}, "which fields are source and target"),
        ({"a.arrow": arrow(FLAT)[:60]}, "a.arrow is damaged"),
        ({"a.jsonl": lines(FLAT), "b.jsonl": lines([{"de": "Los!", "fr": "Va !"}])}, "lacks"),
        ({"a.jsonl": lines(FLAT), "b.fr": b"Va !\n"}, "a.jsonl is no text with one sentence"),
        ({"a.jsonl": b'{"a": ' * 100_000}, "record 1: this is no JSON"),
    ],
)
def test_what_is_no_text_of_records_is_said_in_a_line(files: dict[str, bytes], said: str) -> None:
    with pytest.raises(ValueError, match=said) as refused:
        read(files)
    assert "\n" not in str(refused.value)


def test_a_folder_of_shards_is_a_corpus(tmp_path: Path) -> None:
    folder = tmp_path / "eng-fra"
    (folder / "data").mkdir(parents=True)
    (folder / "dataset_info.json").write_text("{}")
    (folder / "README.md").write_text("about")
    for i, record in enumerate(FLAT):
        (folder / "data" / f"train-{i:05d}-of-00003.parquet").write_bytes(parquet([record]))
    (folder / "data" / "test-00000-of-00001.parquet").write_bytes(parquet(FLAT))
    found = read_corpus(folder)
    assert found.pairs == SIDES
    assert (found.name, found.languages) == ("eng-fra", ("en", "fr"))
    (note,) = corpus_rows(folder).text.notes
    assert note.endswith("without data/test-00000-of-00001.parquet.")
    (folder / "data" / "train-00002-of-00003.parquet").unlink()
    assert read_corpus(folder).pairs == SIDES[:2]
    assert read_corpus(folder).revision != found.revision
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match="there is no text in this folder"):
        read_corpus(tmp_path / "empty")


def test_shards_of_lines_are_read_in_turn() -> None:
    shards = {f"t-{i}-of-2.tsv": f"{a}\t{b}\n".encode() for i, (a, b) in enumerate(SIDES[:2])}
    found = read(shards)
    assert [(row.number, row.source) for row in found.rows] == [(1, "Go."), (2, "A car")]


SGML = '<srcset setid="x">\n<doc docid="1">\n<seg id="1">{}</seg>\n<seg id="2"> a\n&amp; b </seg>\n'


def test_segments_of_two_sgml_files_are_sentences() -> None:
    files = {
        f"x.{code}.sgm": SGML.format(text).encode() for code, text in (("de", "Ö"), ("en", "O"))
    }
    found = read(files)
    assert sides(found) == [("Ö", "O"), ("a & b", "a & b")]
    assert found.languages == ("de", "en")
    assert read({"a.de": b"a\n", "b.de": b"a\n"}).languages is None


@pytest.mark.parametrize("name", ["a.xlf", "b.xlf", "a.po"])
def test_localisation_files_are_read(name: str) -> None:
    pytest.importorskip("translate")
    found = read({name: unit_files()[name]})
    assert sides(found) == [("Go." if name == "a.po" else "Go .", "Va !")]
    assert found.languages == (None if name == "a.po" else ("en", "fr"))


def test_codes_within_segments_of_xliff_are_no_text() -> None:
    pytest.importorskip("translate")
    coded = "<bpt id='1'>&lt;b&gt;</bpt>Go<ept id='1'>&lt;/b&gt;</ept>.<ph id='2'>%s</ph>"
    text = unit_files()["a.xlf"].decode().replace("Go <x id='1'/>.", coded)
    assert sides(read({"a.xlf": text.encode()})) == [("Go.", "Va !")]


def test_a_po_file_may_be_latin_1_and_begin_with_a_long_comment() -> None:
    pytest.importorskip("translate")
    text = unit_files()["a.po"].decode().replace("Va !", "Été")
    head = 'msgstr "Content-Type: text/plain; charset=ISO-8859-1\\n"\n"'
    text = "# A licence.\n" * 2_000 + text.replace('msgstr "Lang', f"{head}Lang")
    assert sides(read({"a.po": text.encode("latin-1")})) == [("Go.", "Été")]


def test_units_marked_as_unsure_are_left_out() -> None:
    pytest.importorskip("translate")
    text = 'msgid ""\nmsgstr ""\n\n#, fuzzy\nmsgid "a"\nmsgstr "b"\n\nmsgid "c"\nmsgstr "d"\n'
    assert sides(read({"a.po": text.encode()})) == [("c", "d")]


def excel(rows: list[list[object]]) -> bytes:
    book = pytest.importorskip("openpyxl").Workbook()
    for row in rows:
        book.active.append(row)
    book.save(file := io.BytesIO())
    return file.getvalue()


def test_the_first_sheet_of_an_excel_file_with_columns_is_read() -> None:
    openpyxl = pytest.importorskip("openpyxl")
    found = read({"a.xlsx": excel([["id", "english", "french"], [7, *SIDES[0]], [8, *SIDES[1]]])})
    assert (sides(found), found.languages) == (SIDES[:2], ("en", "fr"))
    assert sides(read({"a.xlsx": excel([[i, *one] for i, one in enumerate(SIDES)])})) == SIDES
    titled = [["My corpus"], [], [None, "en", "fr"], *([None, *one] for one in SIDES)]
    assert sides(read({"a.xlsx": excel(titled)})) == SIDES
    book = openpyxl.load_workbook(io.BytesIO(excel([*map(list, SIDES)])))
    book.create_sheet("notes", 0).append(["Collected in May."])
    book.save(file := io.BytesIO())
    assert sides(read({"a.xlsx": file.getvalue()})) == SIDES
    large = excel([["a" * 30_000, "b"]] * 60)
    with pytest.raises(ValueError, match=r"a\.xlsx is larger than 1,000,000 bytes unpacked"):
        read({"a.xlsx": large})


@pytest.mark.parametrize(
    ("name", "module", "package"),
    [
        ("a.xlf", "translate", "translate-toolkit"),
        ("a.po", "translate", "translate-toolkit"),
        ("a.xlsx", "openpyxl", "openpyxl"),
    ],
)
def test_without_its_package_a_form_is_refused_with_the_name_of_the_package(
    name: str, module: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with zipfile.ZipFile(file := io.BytesIO(), "w") as archive:
        archive.writestr("xl/workbook.xml", "")
    data = unit_files() | {"a.xlsx": file.getvalue()}
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ValueError, match=f"pip install {package}"):
        read({name: data[name]})


@pytest.mark.parametrize("name", [*record_files(), *unit_files(), "a.xlsx"])
def test_a_mutated_file_is_read_or_refused(name: str) -> None:
    if name in unit_files():
        pytest.importorskip("translate")
    made = record_files() | unit_files()
    data = excel([["en", "fr"], ["Go.", "Va !"]]) if name == "a.xlsx" else made[name]
    for i in range(60):
        with suppress(ValueError):
            read({name: mutated(data, random.Random(i))})
