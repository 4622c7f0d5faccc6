"""What is said of a corpus file before it is learnt."""

from pathlib import Path

import pytest

from alignoscope.data import survey as survey_module
from alignoscope.data.corpus import corpus_of, corpus_rows, read_pairs
from alignoscope.data.survey import FEW, Survey, says_swapped, survey

GOOD = [f"the {i}th sentence\tla phrase {i}" for i in range(7)]


def look_over(folder: Path, *lines: str) -> Survey:
    path = folder / "aa-bb.tsv"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    found = survey(corpus_rows(path))
    assert found.pairs == len(read_pairs(path))
    assert found.lines == found.pairs + found.empty + found.twice
    return found


@pytest.fixture(autouse=True)
def _few_are_enough(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "few" not in request.node.name:
        monkeypatch.setattr(survey_module, "FEW", 0)


def test_too_few_pairs_are_said(tmp_path: Path) -> None:
    (warning,) = look_over(tmp_path, *GOOD).warnings
    assert warning.startswith("7 pairs are too few to learn a language from")
    many = [f"the {i}th sentence\tla phrase {i}" for i in range(FEW)]
    assert look_over(tmp_path, *many).warnings == ()


def test_a_good_file_gets_no_warning(tmp_path: Path) -> None:
    assert look_over(tmp_path, *GOOD) == Survey(lines=7, pairs=7, empty=0, twice=0, warnings=())


@pytest.mark.parametrize("text", ["", "\n\n", "only one side\t\n"])
def test_a_file_without_pairs_is_refused_as_training_refuses_it(tmp_path: Path, text: str) -> None:
    path = tmp_path / "aa-bb.tsv"
    path.write_text(text, encoding="utf-8")
    read = corpus_rows(path)
    for use in (survey, corpus_of):
        with pytest.raises(ValueError, match=r"aa-bb\.tsv: the file has no pair of sentences"):
            use(read)


def test_what_is_left_out_is_counted(tmp_path: Path) -> None:
    found = look_over(tmp_path, *GOOD, GOOD[2], "the  2th sentence\tla phrase\u00a02", "oh\t", "")
    assert (found.lines, found.pairs, found.empty, found.twice) == (10, 7, 1, 2)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (
            [f"{i}\t{line}" for i, line in enumerate(GOOD)],
            "The source is column 2, the target column 3; no text: column 1 (numbers).",
        ),
        ([f"oh {i}\t{i}" for i in range(7)], "Column 2 is numbers"),
        ([*GOOD, "Same words!\tsame words"], "1 pairs have the same text on both sides, such as"),
        ([*GOOD, "never translated\t"], "1 of 8 lines have an empty side"),
    ],
)
def test_signs_of_mistakes_are_said(tmp_path: Path, lines: list[str], said: str) -> None:
    (warning,) = look_over(tmp_path, *lines).warnings
    assert said in warning


@pytest.mark.parametrize("first", ["English\tFrench", "source\ttarget"])
def test_a_heading_is_no_pair(tmp_path: Path, first: str) -> None:
    assert look_over(tmp_path, first, *GOOD).lines == len(GOOD)
    assert look_over(tmp_path, "Text\tLe texte", *GOOD).lines == len(GOOD) + 1


@pytest.mark.parametrize(
    ("sides", "pair", "said"),
    [
        (("you and he", "toi et lui"), "eng-fra", ""),
        (
            ("toi et lui", "you and he"),
            "eng-fra",
            "Column 2 is English, but the models are of eng-fra: are the texts the other way "
            "round? Turn them.",
        ),
        (
            ("you and he", "\u0906\u092a \u0914\u0930 \u0935\u0939"),
            "hindi-phrases",
            "Column 1 is written in Latin, but the models are of hindi-phrases: are the texts the "
            "other way round? Turn them.",
        ),
        (
            ("you and he", "toi et lui"),
            "hindi-phrases",
            "Column 1 is written in Latin, but the models are of hindi-phrases: the texts are not "
            "in these languages.",
        ),
    ],
)
def test_texts_are_only_to_be_turned_if_they_fit_then(
    sides: tuple[str, str], pair: str, said: str
) -> None:
    assert says_swapped([sides], pair, "Turn them.") == said
    assert says_swapped([sides], pair) == said.removesuffix(" Turn them.")
