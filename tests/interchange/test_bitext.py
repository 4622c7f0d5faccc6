"""A parallel text in each of its forms, and what cannot be read of one."""

import gzip
import io
import zipfile

import pytest

from alignoscope.interchange.foreign.bitext import read_bitext
from alignoscope.interchange.foreign.opening import open_foreign
from tests.shared.tool_files import given

LINES = [("A red car!", "Une voiture rouge !"), ("Go.", "Va !"), ("It’s me.", "C'est moi.")]
SOURCE, TARGET = ("".join(f"{line[side]}\n" for line in LINES) for side in (0, 1))
TABS = "".join(f"{source}\t{target}\tCC-BY 2.0\n" for source, target in LINES)


def packed(name: str, text: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("_about.txt", "about\tit")
        archive.writestr(name, text)
    return file.getvalue()


@pytest.mark.parametrize(
    "files",
    [
        {"a.tsv": TABS},
        {"a.tsv.gz": gzip.compress(TABS.encode())},
        {"a.zip": packed("fra.txt", TABS)},
        {"a.txt": "".join(f"{source} ||| {target}\n" for source, target in LINES)},
        {"a.en": SOURCE, "a.fr": TARGET},
    ],
)
def test_each_form_is_read(files: dict[str, str | bytes]) -> None:
    found = read_bitext(given(files))
    assert found.texts == tuple((i, *line) for i, line in enumerate(LINES, start=1))
    assert found.pair(2).source == "It's me."
    assert found.pair(0).source_words == ("A", "red", "car", "!")
    assert (found.linked, found.notes) == ((), ())


def test_sides_are_swapped_on_request() -> None:
    found = read_bitext(given({"a.tsv": TABS}), swapped=True)
    assert found.texts[0] == (1, *LINES[0][::-1])


def test_lines_with_an_empty_side_are_left_out_and_the_others_keep_their_numbers() -> None:
    found = read_bitext(given({"a.tsv": f"\tmoi\n{TABS}\n"}))
    assert [found.pair(i).name for i in range(len(found.texts))] == ["2", "3", "4"]
    assert found.notes == ("2 lines with an empty side are left out.",)


def test_a_side_of_invisible_characters_only_is_empty() -> None:
    found = read_bitext(given({"a.tsv": f"{TABS}Hello.\t\u200b\n"}))
    assert [number for number, *_ in found.texts] == [1, 2, 3]
    assert found.notes == ("1 lines with an empty side are left out.",)
    found = read_bitext(given({"a.en": "a\nb\n", "a.fr": "\u200b\nc\n", "a.align": "0-0\n0-0\n"}))
    assert [pair.name for pair in found.linked] == ["2"]
    assert found.notes[-1] == "1 lines with an empty side are left out."


def test_links_are_counted_over_the_words_of_the_texts() -> None:
    files = {"a.en": "a red car !\n", "a.fr": "une voiture rouge !\n", "a.align": "0-0 1-2 2p1\n"}
    found = read_bitext(given(files))
    (pair,) = found.linked
    assert pair == found.pair(0)
    assert pair.sure == {(0, 0), (1, 2)}
    assert pair.possible == {(0, 0), (1, 2), (2, 1)}
    assert pair.target_words == ("une", "voiture", "rouge", "!")


TMX = "<tmx><body>{}</body></tmx>".format(
    "".join(
        f'<tu><tuv xml:lang="en"><seg>{source}</seg></tuv>'
        f'<tuv xml:lang="fr"><seg>{target}</seg></tuv></tu>'
        for source, target in LINES
    )
)


@pytest.mark.parametrize(
    ("texts", "first"),
    [
        ({"a.csv": "".join(f'"{source}",{target}\n' for source, target in LINES)}, 1),
        ({"a.csv": "en,fr\n" + "".join(f"{source},{target}\n" for source, target in LINES)}, 2),
        ({"a.tsv": TABS}, 1),
        ({"a.tmx": TMX}, 1),
        ({"a.zip": packed("fra.txt", TABS)}, 1),
    ],
)
@pytest.mark.parametrize("swapped", [False, True])
def test_each_form_may_have_links_beside_it(
    texts: dict[str, str | bytes], first: int, swapped: bool
) -> None:
    links = "0-0:0.9 1-1\n0-0\n0-1\n"
    found = read_bitext(given(texts | {"a.align": links}), swapped=swapped)
    assert [(one.source_words, one.target_words) for one in found.linked] == [
        tuple(tuple(side.split()) for side in (line[::-1] if swapped else line)) for line in LINES
    ]
    assert [one.name for one in found.linked] == [str(first + i) for i in range(3)]
    beside = {"a.align": "0-0 1-1\n0-0\n0-1\n", "a.prob": "0.9 0.1\n1\n1\n"}
    found = read_bitext(given(texts | beside), swapped=swapped)
    assert found.linked[0].sure == {(0, 0)}


def test_quotation_marks_of_a_tsv_are_in_no_word_of_links() -> None:
    found = read_bitext(given({"a.tsv": '"a ""red"" car"\tune voiture\n', "a.align": "0-0 2-1\n"}))
    assert found.pair(0).source_words == ("a", '"red"', "car")


def test_links_from_one_are_read_on_request() -> None:
    files = given({"a.tsv": "the red car\tla voiture rouge\n", "a.align": "2-2\n"})
    assert "change this if they count from 1" in " ".join(read_bitext(files).notes)
    assert read_bitext(files, first=1).linked[0].sure == {(1, 1)}


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"a.csv": "a,b\nc,d\n", "a.align": "0-0\n"}, r"texts of 1 line \(a.csv has 2\)"),
        ({"a.tsv": f"{TABS}oh\n", "a.align": "0-0\n" * 4}, "a.tsv, line 4: expected source TAB"),
        ({"a.txt": SOURCE}, "a.txt, line 1: expected source TAB target"),
        ({"a.tsv": f"{TABS}oh\n"}, "a.tsv, line 4: expected source TAB target"),
        ({"a.en": SOURCE, "a.fr": "Va !\n"}, "a.en has 3 lines and a.fr 1"),
        ({"a.tsv": "\t\n\t\n"}, "no pair of sentences"),
        ({"a.zip": packed("a.txt", TABS)[:90]}, "damaged"),
        ({"a.bin": b"\xff\xfe\xfd"}, "not UTF-8"),
        ({"a.align": "0-0\n"}, "holds no source and no target words"),
        ({"a.en": "a\n", "a.fr": "b\n", "a.align": "0-7\n"}, "the link 0-7"),
    ],
)
def test_what_is_no_parallel_text_is_said(files: dict[str, str | bytes], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_bitext(given(files))


@pytest.mark.parametrize(
    "ends", [("\n", "\n", ""), ("\n\n\n", "", ""), ("", "\n", ""), ("\n",) * 3]
)
def test_empty_lines_at_the_end_of_texts_beside_links_are_no_sentences(
    ends: tuple[str, str, str],
) -> None:
    texts = (SOURCE, TARGET, "0-0 1-2\n0-0\n1-1\n")
    names = ("a.en", "a.fr", "a.align")
    files = {name: text + end for name, text, end in zip(names, texts, ends, strict=True)}
    (file,) = open_foreign(given(files))
    assert [one.source.text for one in file.sentences] == [source for source, _ in LINES]
    both = "".join(f"{source} ||| {target}\n" for source, target in LINES)
    (file,) = open_foreign(given({"a.align": texts[2], "a.en-fr": both + ends[0]}))
    assert [one.target.text for one in file.sentences] == [target for _, target in LINES]


def test_confident_links_are_sure_and_possible_ones_never() -> None:
    texts = {"a.en": b"a b c\na b\n", "a.fr": b"x y z\nx y\n"}
    links = {"a.links": b"0-0:0.9 1-1:0.45\n0-0 1p1:0.9\n"}
    found = read_bitext(given(links | texts))
    assert [(pair.sure, pair.possible) for pair in found.linked] == [
        ({(0, 0)}, {(0, 0), (1, 1)}),
        ({(0, 0)}, {(0, 0), (1, 1)}),
    ]
    assert "confidence of at most 0.5 count as possible" in " ".join(found.notes)
    plain = read_bitext(given({"a.links": b"0-0 1-1\n0-0 1p1\n"} | texts))
    assert "confidence" not in " ".join(plain.notes)


def test_the_languages_that_a_text_names_are_known_in_its_direction() -> None:
    files = given({"a.fr": TARGET, "a.en": SOURCE})
    assert read_bitext(files).languages == ("fr", "en")
    assert read_bitext(files, swapped=True).languages == ("en", "fr")
    named = given({"a.tsv": f"fr\ten\n{TABS}"})
    assert read_bitext(named, pair="eng-fra").languages == ("en", "fr")
    assert read_bitext(named, swapped=True, pair="eng-fra").languages == ("en", "fr")
    linked = given({"a.fr": "c\n", "a.en": "a b\n", "a.links": "1-0\n"})
    assert read_bitext(linked, pair="eng-fra").languages is None  # The links show the sides.
    assert read_bitext(linked, pair="eng-deu").languages == ("fr", "en")
