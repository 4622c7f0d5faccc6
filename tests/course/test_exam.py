"""The exam: each sentence has its evidence, one of four pictures, which is shown after it."""

import pytest

from alignoscope.course.kit.slides import slides_of
from alignoscope.course.player.kit.kit import kit_file
from alignoscope.course.read import lessons, read_lesson
from alignoscope.course.record import ChoiceQuestion, Screen
from alignoscope.course.sections import sections_of
from alignoscope.course.words import languages, words_of
from tests.course.course import found, lab, outcome
from tests.course.test_texts import HEAD

PICTURES = ("sums", "limit", "learnt", "given")
SETTLED = ("sums", "limit", "limit", *["learnt"] * 3, "sums", "learnt", "given", "sums")


def evidence(language: str = "en") -> list[Screen]:
    return [one for one in lessons(language)["referee"].screens if one.kind == "evidence"]


def choice(screen: Screen) -> ChoiceQuestion:
    assert isinstance(screen.ask, ChoiceQuestion)
    return screen.ask


@pytest.mark.parametrize("language", languages())
def test_each_verdict_is_followed_by_its_evidence_with_a_word_for_each_picture(
    language: str,
) -> None:
    screens = lessons(language)["referee"].screens
    assert [one.kind for one in screens[1:-1]] == ["predict", "evidence"] * 10
    for verdict, one in zip(screens[1:-1:2], screens[2:-1:2], strict=True):
        assert one.prose[0] == verdict.prose[0]  # the sentence again
        assert choice(one).claim == choice(verdict).claim
        said = [option.says for option in choice(one).options]
        assert len(set(said)) == len(PICTURES)
    assert tuple(one.lab for one in evidence(language)) == SETTLED
    offered = {tuple(option.text for option in choice(one).options) for one in evidence(language)}
    assert len(offered) == 1


def test_the_right_picture_is_the_lab_of_its_screen() -> None:
    shown = [one for one in found("referee") if one.screen.kind == "evidence"]
    for one, picture in zip(shown, SETTLED, strict=True):
        right, wrong = choice(one.screen).options[PICTURES.index(picture)], 0
        for option in choice(one.screen).options:
            wrong += option.value in PICTURES
            assert (option.value == one.values[choice(one.screen).claim]) == (option is right)
        assert wrong == len(PICTURES) - 1
        assert one.screen.lab == picture


def test_a_slide_has_the_picture_with_its_answer_and_no_sheet_has_it() -> None:
    shown = next(one for one in found("referee") if one.screen.kind == "evidence")
    asked, told = slides_of(shown, words_of())
    assert (asked.lab, told.lab) == (None, shown.lab)
    sheet = kit_file("sheet", lessons()["referee"], found("referee")).make().decode()
    assert sheet.count("Which picture settles it?") == 10
    assert "<table>" not in sheet


def test_evidence_is_of_the_pictures_of_the_front_matter() -> None:
    head = (
        f'{HEAD.rstrip().removesuffix("+++")}[pictures]\nquestion = "Which?"\nsums = "A map"\n+++\n'
    )
    screen = '\n## evidence: A\n\nText.\n\n~~~toml\nclaim = "row.sum"\nlab = "sums"\n[evidence]\n'
    lesson = read_lesson(f'{head}{screen}sums = "Yes."\n~~~\n')
    assert [(one.text, one.value) for one in choice(lesson.screens[0]).options] == [("A map", 1)]
    with pytest.raises(
        ValueError, match=r"“evidence: A” has evidence of maps, .* pictures of sums\."
    ):
        sections_of(f'{head}{screen}maps = "Yes."\n~~~\n')


def test_a_score_has_learnt_the_parts_of_its_formula() -> None:
    found = {name: outcome("learnt", name) for name in ("dot", "general", "concat", "additive")}
    parts = {name: one.table.rows if one.table else () for name, one in found.items()}
    square = ("256", "256")
    assert parts == {
        "dot": (),
        "general": (("W", *square),),
        "concat": (("W", "256", "512"), ("v", "1", "256")),
        "additive": (("W₁", *square), ("W₂", *square), ("b", "1", "256"), ("v", "1", "256")),
    }
    said = {name: [line.values[0] for line in one.lines] for name, one in found.items()}
    apart = "the values, times a matrix"
    assert said["dot"] == ["q · k", 0, "the values themselves"]
    assert said["concat"] == ["v · tanh(W[q; k])", 256 * 512 + 256, apart]
    assert said["additive"][1:] == [256 * 256 * 2 + 256 * 2, apart]


def test_the_sums_of_a_map_are_those_of_its_rows_and_columns() -> None:
    for sentence in lab("sums").controls[0].settings:
        found = outcome("sums", sentence)
        weights, (rows, columns, counts) = found.traces[0].weights, found.lines
        assert rows.values == ("1.00",)
        whole = weights.sum(axis=0)
        assert columns.values == (f"{whole.min():.2f}", f"{whole.max():.2f}")
        assert counts.values == (len(found.traces[0].source.ids), len(found.traces[0].target.ids))
