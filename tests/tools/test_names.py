"""Pairs with names and numbers, which stand on both sides as they are."""

import random
import re
from pathlib import Path

import pytest

from alignoscope.data.corpus import Pair, read_pairs
from alignoscope.evaluation.names import TOKEN, copied
from alignoscope.tools.names import FRAMES, NAMES, Values, main, make_pairs, read_names


def test_every_frame_is_filled_alike_on_both_sides() -> None:
    frames = read_pairs(FRAMES)[1:]
    pairs = make_pairs(frames, read_names(NAMES), 3 * len(frames), seed=1)
    assert len(set(pairs)) == 3 * len(frames)
    for pair in pairs:
        assert not re.search(r"[{}]", "".join(pair))
        numbers = [re.findall(r"\d+", side) for side in pair]
        assert sorted(numbers[0]) == sorted(numbers[1])
    assert sum(len(copied(pair)) > 0 for pair in pairs) > 0.98 * len(pairs)


def test_de_loses_its_vowel_before_another() -> None:
    filler = Values(
        {kind: ["Anouk"] for kind in ("first", "last", "place", "other")}, random.Random(0)
    )
    filler.name = lambda kind: "Anouk"
    assert filler.fill(Pair("{g} from {c}", "{g} {de c}")) == ("Anouk from Anouk", "Anouk d'Anouk")
    filler.name = lambda kind: "Riga"
    assert filler.fill(Pair("{c}", "{de c}")) == ("Riga", "de Riga")


def test_no_name_of_the_test_is_in_the_lists_or_the_written_text() -> None:
    folder = NAMES.parent
    wanted = read_pairs(folder / "names-eng-fra.test.tsv.gz")
    assert len(wanted) == 200
    names = {token for pair in wanted for token in copied(pair) if not token.isdigit()}
    known = set(TOKEN.findall(NAMES.read_text(encoding="utf-8")))
    for part in ("eng-fra", "third-eng-fra"):
        for source, _ in read_pairs(folder / f"{part}.tsv.gz"):
            known.update(TOKEN.findall(source))
    assert len(names) > 250
    assert names & known == set()


def test_a_file_is_made_once_and_the_same_each_time(tmp_path: Path, capsys) -> None:
    for name in ("one.tsv", "two.tsv"):
        main(["--out", str(tmp_path / name), "--pairs", "90"])
    assert "one.tsv: 90 pairs." in capsys.readouterr().out
    assert (tmp_path / "one.tsv").read_bytes() == (tmp_path / "two.tsv").read_bytes()
    with pytest.raises(SystemExit):
        main(["--out", str(tmp_path / "one.tsv")])
    assert "Delete it to make it again" in capsys.readouterr().err
