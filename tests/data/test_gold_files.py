"""Reading gold files, whose links are counted from 1."""

from pathlib import Path

import pytest

from alignoscope.data.gold import COLUMNS, read_gold_tsv, read_naacl

HEADER = "\t".join(COLUMNS)


def write(path: Path, *lines: str) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def naacl(folder: Path, sentences: list[str], gold: list[str]) -> tuple[Path, Path]:
    return write(folder / "sentences", *sentences), write(folder / "gold", *gold)


def test_the_hansards_layout(tmp_path: Path) -> None:
    sentences = ["oh , “no”  ||| oh ,  non ", "the cat 's  ||| le chat"]
    first, second = read_naacl(*naacl(tmp_path, sentences, ["3p2 1-1 3-3", ""]))
    assert first.name == "1"
    assert first.part == "test"
    assert first.source == 'oh , "no"'
    assert first.source_words == ("oh", ",", "“no”")
    assert first.target_words == ("oh", ",", "non")
    assert first.sure == {(0, 0), (2, 2)}
    assert first.possible == {(0, 0), (2, 2), (2, 1)}
    assert second.source_words == ("the", "cat", "'s")
    assert second.sure == second.possible == frozenset()


@pytest.mark.parametrize(
    ("sentences", "gold", "message"),
    [
        (["a ||| b", "c ||| d"], ["1-1"], "sentences has 2 lines and .*gold 1: expected one line"),
        (["a ||| b", "a b"], ["", ""], r"sentences, line 2: expected 'English \|\|\| French', got"),
        (["a ||| "], [""], "sentences, line 1: expected 'English"),
        (["a ||| b", "a ||| b c"], ["", "1-1 1p3"], "gold, line 2: the link 1p3 is out of range"),
        (["a ||| b"], ["0-1"], "link 0-1 is out of range, the sentences have 1 and 1 words"),
        (["a ||| b"], ["1:1"], "gold, line 1: expected links such as '3-4' or '3p4', got '1:1'"),
        (["a ||| b"], ["1-"], "line 1: expected links"),
    ],
)
def test_a_bad_pair_of_files_is_refused(
    tmp_path: Path, sentences: list[str], gold: list[str], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        read_naacl(*naacl(tmp_path, sentences, gold))


def test_a_missing_or_binary_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there is no such file"):
        read_naacl(tmp_path / "none", tmp_path / "none")
    (tmp_path / "bad").write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match="cannot be read as text"):
        read_gold_tsv(tmp_path / "bad")


def test_our_own_gold_file(tmp_path: Path) -> None:
    line = "n1\tdev\tnegation\tI don’t know.\tJe ne sais pas.\t1-1 4-3 5-5\t2-2 3-2 3-4"
    (pair,) = read_gold_tsv(write(tmp_path / "gold.tsv", HEADER, line))
    assert (pair.name, pair.part, pair.group) == ("n1", "dev", "negation")
    assert pair.source == "I don't know."
    assert pair.source_words == ("I", "do", "n't", "know", ".")
    assert pair.target_words == ("Je", "ne", "sais", "pas", ".")
    assert pair.sure == {(0, 0), (3, 2), (4, 4)}
    assert pair.possible == pair.sure | {(1, 1), (2, 1), (2, 3)}


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "line 1: expected the columns id, part, phenomenon"),
        (["id\tpart"], "line 1: expected the columns"),
        ([HEADER, "1\tdev\t\ta\tb\t1-1"], "line 2: expected 7 columns, got 6"),
        ([HEADER, "1\tdev\t\ta\tb\t1-1\t1-2"], "line 2: the link 1-2 is out of range"),
        ([HEADER, "1\tdev\t\ta\tb\t1p1\t"], "line 2: expected links such as '3-4', got '1p1'"),
    ],
)
def test_a_bad_gold_file_is_refused(tmp_path: Path, lines: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_gold_tsv(write(tmp_path / "gold.tsv", *lines))
