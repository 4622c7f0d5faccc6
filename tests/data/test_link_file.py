"""The file of links that guides training: written, read, and refused where it does not fit."""

import re
from pathlib import Path

import pytest

from alignoscope.data.corpus import Pair
from alignoscope.data.link_file import read_link_file, write_link_file

PAIRS = [Pair("I don't know.", "Je ne sais pas."), Pair("Wait!", "Attends !"), Pair("No.", "Non.")]
LINKS = [frozenset({(0, 0), (2, 3), (2, 1)}), frozenset(), frozenset({(0, 0), (1, 1)})]


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / "eng-fra.links"
    write_link_file(path, "eng-fra.tsv", PAIRS, LINKS, "an aligner 1.0")
    return path


def test_links_come_back_as_they_were(written: Path) -> None:
    lines = written.read_text(encoding="utf-8").split("\n")
    assert lines[1:] == ["0-0 2-1 2-3", "", "0-0 1-1", ""]
    file = read_link_file(written, PAIRS)
    assert file.aligner == "an aligner 1.0"
    assert re.fullmatch("[0-9a-f]{64}", file.sha256)
    assert [file.links(i) for i in range(3)] == LINKS


@pytest.mark.parametrize(
    "other",
    [
        PAIRS[:2],
        PAIRS[::-1],
        [Pair(target, source) for source, target in PAIRS],
        [*PAIRS[:2], Pair("No!", "Non.")],
        [Pair("I don't know", ". Je ne sais pas."), *PAIRS[1:]],
    ],
)
def test_links_of_other_pairs_are_refused(written: Path, other: list[Pair]) -> None:
    with pytest.raises(ValueError, match=r"are of 3 training pairs of eng-fra\.tsv, not of this"):
        read_link_file(written, other)


def test_pairs_beside_the_linked_ones_have_no_links(written: Path) -> None:
    more = [*PAIRS, Pair("Yes.", "Oui."), Pair("So what?", "Et alors ?")]
    file = read_link_file(written, more, 3)
    assert [file.links(i) for i in range(5)] == [*LINKS, frozenset(), frozenset()]
    with pytest.raises(ValueError, match="not of this run's 5 pairs"):
        read_link_file(written, more)
    with pytest.raises(ValueError, match="not of this run's 5 pairs"):
        read_link_file(written, more, 4)
    written.write_text(written.read_text(encoding="utf-8") + "0-0\n", encoding="utf-8")
    with pytest.raises(ValueError, match="has 4 lines of links for 3 pairs: it is cut"):
        read_link_file(written, more, 3)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("0-0 1-1\n", "this is no file of links"),
        ('{"format": "another", "aligner": "a"}\n', "this is no file of links.*'another'"),
        ("", "this is no file of links"),
        (b"\xff\xfe", "cannot be read"),
    ],
)
def test_another_file_is_refused(tmp_path: Path, content: str | bytes, message: str) -> None:
    path = tmp_path / "eng-fra.links"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(ValueError, match=message):
        read_link_file(path, PAIRS)
    with pytest.raises(ValueError, match=r"cannot be read.*evaluation\.aligner"):
        read_link_file(tmp_path / "absent.links", PAIRS)


def test_a_file_that_was_cut_off_or_edited_is_refused(written: Path) -> None:
    whole = written.read_text(encoding="utf-8")
    written.write_text(whole.removesuffix("0-0 1-1\n"), encoding="utf-8")
    with pytest.raises(ValueError, match="has 2 lines of links for 3 pairs: it is cut"):
        read_link_file(written, PAIRS)
    written.write_text(whole.replace("2-1", "2:1"), encoding="utf-8")
    with pytest.raises(ValueError, match="pair 1: expected links such as '3-4', got '2:1'"):
        read_link_file(written, PAIRS).links(0)
