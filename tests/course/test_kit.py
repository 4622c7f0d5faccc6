"""What a teacher takes along: a sheet that tells nothing, a key, slides, a quiz, a folder."""

import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import nbformat
import pytest
from pypdf import PdfReader

from alignoscope.analysis.words import merge_words
from alignoscope.cli.main import main
from alignoscope.course.claims import CLAIMS
from alignoscope.course.kit.sheets import ASKED
from alignoscope.course.markup import html
from alignoscope.course.plans import PLANS, lessons_of
from alignoscope.course.player.kit.kit import KIT, kit_file
from alignoscope.course.read import claims_of, lessons
from alignoscope.course.record import ChoiceQuestion, DrawnAnswer, ExplainedAnswer
from alignoscope.course.words import languages
from alignoscope.ui.exports import browser_printing, fonts
from alignoscope.ui.exports.browser_printing import page_to_pdf
from tests.course.course import found
from tests.shared.samples import mostly_slow

WRITTEN = {  # what files of lesson 3 say, by language
    "de": {
        "index.html": "<title>Lektionen</title>",
        "03-factory.html": "Jede Zahl ist mit echten Modellen berechnet",
        "03-factory-sheet.html": "Name: ___",
        "03-factory-key.html": "<b>0,787</b>",
        "03-factory-slides.md": "Richtig ist: **C.** Gar keine",
        "03-factory-quiz.gift.txt": "{#\n\t=0.787:0.0005#Richtig",
    },
    "es": {
        "index.html": "<title>Lecciones</title>",
        "03-factory.html": "Todos los números se calculan con modelos reales",
        "03-factory-sheet.html": "Nombre: ___",
        "03-factory-key.html": "<b>0,787</b>",
        "03-factory-slides.md": "Respuesta: **C.** Ninguno",
        "03-factory-quiz.gift.txt": "{#\n\t=0.787:0.0005#Correcto",
    },
    "fr": {
        "index.html": "<title>Leçons</title>",
        "03-factory.html": "Chaque nombre est calculé sur de vrais modèles",
        "03-factory-sheet.html": "Nom: ___",
        "03-factory-key.html": "<b>0,787</b>",
        "03-factory-slides.md": "Réponse\N{NO-BREAK SPACE}: **C.** Aucun",
        "03-factory-quiz.gift.txt": "{#\n\t=0.787:0.0005#Juste",
    },
}


def text(wanted: str, lesson: str) -> str:
    return kit_file(wanted, lessons()[lesson], found(lesson)).make().decode()


def test_a_sheet_asks_and_tells_nothing_and_its_key_has_every_answer() -> None:
    sheet, key = text("sheet", "oracle"), text("key", "oracle")
    assert "What does it write for p y t h o n?" in sheet
    assert sheet.count('class="line"') == 4
    assert "☒" not in sheet
    for told in ("copies 99 of 100", "Yes. It has never copied", "<b>p t o y h n</b>"):
        assert told not in sheet
        assert told in key
    assert key.count("☒") == 2
    assert sheet.count("<td></td>") == key.count("<td>") == 36  # six letters and end, of each
    assert key.count("<td>1.00</td>") == 6


@pytest.mark.parametrize("lesson", lessons())
def test_a_key_has_what_a_teacher_wants_to_know_and_room_for_hands(lesson: str) -> None:
    sheet, key = text("sheet", lesson), text("key", lesson)
    about = lessons()[lesson]
    for note in (about.aim, about.opener, about.bridge):
        assert html(note) in key
        assert html(note) not in sheet
    assert f"{about.minutes} minutes without talk" in key
    assert key.count("hands: ____") == key.count("☐") + key.count("☒") > 0


@pytest.mark.parametrize("lesson", lessons())
def test_where_a_lab_has_a_map_it_is_shaded_on_the_sheet_before_it_is_shown(lesson: str) -> None:
    sheet, key = text("sheet", lesson), text("key", lesson)
    shown = [one for one in found(lesson) if one.screen.kind != "evidence"]  # that is an answer
    maps = [one.lab.first.maps[0] for one in shown if one.lab and one.lab.first.maps]
    if not maps:
        assert "<table>" not in sheet + key
        return
    words = len(merge_words(maps[0].weights, maps[0].source, maps[0].target, "weights").ravel())
    assert sheet.count("<td></td>") == key.count("<td>") == words
    assert re.search(r"<td>[01]\.\d\d</td>", key)
    assert not re.search(r"<td>[^<]", sheet)
    asked = [html(one.screen.title) for one in found(lesson) if one.screen.kind in ASKED]
    shown = next(i for i, one in enumerate(found(lesson)) if one.lab and one.lab.first.maps)
    before = [html(one.screen.title) for one in found(lesson)[: shown + 1]]
    titles = re.findall("<h2>(.*?)</h2>", sheet[: sheet.index("<table>")])
    assert titles == [title for title in before if title in asked]


def test_a_map_to_shade_names_its_model() -> None:
    assert "<caption>luong-dot · by itself</caption>" in text("sheet", "oracle")
    assert "<caption>luong-dot</caption>" in text("sheet", "explain")


def test_the_map_of_the_verb_has_the_sentence_that_is_asked_about() -> None:
    columns = re.findall("<th>(\\w+)</th>", text("sheet", "beyond"))
    assert columns[:6] == ["the", "keys", "near", "the", "lamp", "BE"]


def test_a_printed_sheet_has_its_pages_and_words() -> None:
    pdf = PdfReader(BytesIO(page_to_pdf(text("sheet", "oracle"))))
    assert len(pdf.pages) in (2, 3)
    assert [round(float(side)) for side in pdf.pages[0].mediabox[2:]] == [595, 842]  # A4, in points
    words = " ".join(" ".join(page.extract_text() for page in pdf.pages).split())
    assert "Lesson 2. Ask the oracle" in words
    assert "Shade the cells that you expect to be bright" in words


@pytest.mark.parametrize("lesson", lessons())
def test_every_question_is_in_the_quiz_with_one_right_answer(lesson: str) -> None:
    quiz = text("quiz", lesson)
    asked = [
        one.screen.ask for one in found(lesson) if one.screen.ask and one.screen.kind != "recall"
    ]
    questions = re.findall(r"^::[^{]*(?<!\\)\{(.*?)^\}$", quiz, re.M | re.S)
    assert len(questions) == len(asked)
    for answers, ask in zip(questions, asked, strict=True):
        if isinstance(
            ask, DrawnAnswer | ExplainedAnswer
        ):  # nothing is right, and to all the same is said
            assert answers.startswith("####")
            continue
        texts = re.findall(r"^\t(=%0%|=|~)(.*?)(?<!\\)#", answers, re.M)
        right = {re.sub("[ ,]", "", value) for sign, value in texts if sign == "="}
        wrong = {re.sub("[ ,]", "", value) for sign, value in texts if sign != "="}
        assert len(right) == 1
        assert len(wrong) == len(
            ask.options[1:] if isinstance(ask, ChoiceQuestion) else (*ask.hints, "any other")
        )


def test_a_number_is_right_to_its_digits_in_the_quiz() -> None:
    assert "{#\n\t=0.787:0.0005#Right" in text("quiz", "factory")


def test_a_usual_wrong_answer_gets_its_word_on_paper_and_elsewhere() -> None:
    says = "Both other scores count, although they are equal."
    quiz = text("quiz", "factory")
    assert f"\n\t=%0%0.881:0.0005#{says}\n" in quiz
    assert "\n\t~#Divide exp(3) by exp(3) + exp(1) + exp(1).\n}" in quiz
    assert "\n\t=%0%n o h t y p#That is what it writes by itself." in text("quiz", "oracle")
    assert "\n\t=%0%*#It writes the letter that it looks at." in text("quiz", "oracle")
    assert f"<p class='says'>0.881: {says}</p>" in text("key", "factory")
    assert "Any other answer: Divide exp(3)" in text("key", "factory")
    for wanted in ("slides", "notebook", "lesson"):
        assert says in text(wanted, "factory")
    assert says not in text("sheet", "factory")


def test_slides_ask_before_they_answer() -> None:
    slides = text("slides", "oracle").split("\n---\n")
    asked = next(i for i, slide in enumerate(slides) if "- A. " in slide)
    assert "It is:" not in slides[asked]
    assert "It is: **B.** `k b d a c`: it copies" in slides[asked + 1]


@pytest.mark.parametrize(
    "lesson",
    [pytest.param(one, marks=() if one == "clock" else pytest.mark.slow) for one in lessons()],
)
def test_a_notebook_asks_computes_every_claim_and_answers(lesson: str, monkeypatch) -> None:
    cells = nbformat.reads(text("notebook", lesson), as_version=4).cells
    assert len({cell["id"] for cell in cells}) == len(cells)
    names: dict[str, object] = {}
    code = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
    for source in code:
        exec(source, names)
    wanted = {name for screen in lessons()[lesson].screens for name in claims_of(screen)}
    assert {re.search('CLAIMS."(.+)"', source)[1] for source in code[1:]} == wanted
    monkeypatch.setitem(CLAIMS, min(wanted), replace(CLAIMS[min(wanted)], expected="not this"))
    with pytest.raises(AssertionError):
        exec(next(source for source in code if f'"{min(wanted)}"' in source), names)
    first = next(i for i, one in enumerate(found(lesson)) if one.screen.kind == "predict")
    title = f"## {found(lesson)[first].screen.title}"
    kinds = [cell["cell_type"] for cell in cells]
    at = [i for i, cell in enumerate(cells) if cell["source"].startswith(title)]
    assert len(at) == 2
    assert set(kinds[at[0] + 1 : at[1]]) == {"code"}


def test_a_plan_leaves_out_a_recall_of_a_lesson_that_its_class_has_not_had() -> None:
    kinds = {name: lessons_of(plan, "en") for name, plan in PLANS.items()}
    begun = {name: [one.screens[0].kind for one in found] for name, found in kinds.items()}
    assert begun["90"] == ["hook", "hook", "recall", "recall", "hook", "hook", "recall"]
    assert begun["3x90-2"] == ["recall"] * 5  # of the first part


def test_plans_are_of_lessons_that_are_here() -> None:
    for plan in PLANS.values():
        assert set(plan.lessons) <= set(lessons())
    thirds = [one for name in ("3x90-1", "3x90-2", "3x90-3") for one in PLANS[name].lessons]
    assert sorted(thirds) == sorted(name for name in lessons() if name != "tour")
    minutes = {name: sum(one.minutes for one in lessons_of(PLANS[name], "en")) for name in PLANS}
    for name, said in minutes.items():
        long = 45 if name == "45" else 90
        assert long / 4 < said <= long, name
    assert [minutes[name] for name in ("3x90-1", "3x90-2", "3x90-3")] == [48, 46, 81]


@pytest.mark.parametrize("browser", mostly_slow([None, "a browser"], always=["a browser"]))
def test_the_course_is_written_into_a_new_folder_alone(
    tmp_path: Path, monkeypatch, capsys, browser: str | None
) -> None:
    one = {"sol-and-sun": lessons()["sol-and-sun"]}
    monkeypatch.setattr("alignoscope.cli.course.lessons", lambda language: one)
    monkeypatch.setattr(browser_printing, "find_browser", lambda: browser)
    monkeypatch.setattr(browser_printing, "page_to_pdf", lambda page: f"PDF {page}".encode())
    out = tmp_path / "course"
    main(["course", str(out)])
    packs = {f"plan-{name}.zip" for name, plan in PLANS.items() if "sol-and-sun" in plan.lessons}
    assert {path.name for path in out.glob("plan-*")} == packs
    assert len(list(out.iterdir())) == len(KIT) + len(packs) + 1
    index = (out / "index.html").read_text(encoding="utf-8")
    linked = re.findall('href="([^"]+)"', index)
    assert {*linked} == {path.name for path in out.iterdir()} - {"index.html"}
    papers = {f"05-sol-and-sun-{name}" for name in ("sheet", "key", "slides")}
    assert {path.stem for path in out.glob("*.pdf")} == (papers if browser else set())
    pages = {path.stem: path.read_text(encoding="utf-8") for path in out.glob("*.html")}
    assert {*pages} == {"index", "05-sol-and-sun"} | (set() if browser else papers)
    for name, text in pages.items():
        policy = text.partition("<style>")[0].partition('Content-Security-Policy" content="')[2]
        assert policy.startswith("default-src 'none'; "), name
        runs = name == "05-sol-and-sun"  # the lesson itself, whose policy names its one script
        assert ("<script" in text) == ("script-src 'sha256-" in policy) == runs
        assert ("base-uri 'none'; form-action 'none'" in policy) != runs
    assert capsys.readouterr().out.splitlines()[0] == "5. Sol and Sun"
    with pytest.raises(SystemExit):
        main(["course", str(out)])
    assert "is there and not empty: name a folder that is new" in capsys.readouterr().err


@pytest.mark.slow
def test_papers_are_html_where_the_browser_cannot_print(
    tmp_path: Path, monkeypatch, capsys
) -> None:
    def failing(page: str) -> bytes:
        raise RuntimeError("The browser did not print: it ended with 1.")

    one = {"factory": lessons()["factory"]}
    monkeypatch.setattr("alignoscope.cli.course.lessons", lambda language: one)
    monkeypatch.setattr(browser_printing, "find_browser", lambda: "a browser")
    monkeypatch.setattr(browser_printing, "page_to_pdf", failing)
    out = tmp_path / "course"
    main(["course", str(out)])
    said = "The browser did not print: it ended with 1. Papers are HTML instead of PDF."
    assert capsys.readouterr().out.splitlines()[0] == said
    assert (out / "03-factory-sheet.html").is_file()
    assert not [*out.glob("*.pdf")]


def test_the_course_tells_once_of_a_script_that_papers_would_show_as_boxes(
    tmp_path: Path, monkeypatch, capsys
) -> None:
    one = {"hindi": lessons()["hindi"]}
    monkeypatch.setattr("alignoscope.cli.course.lessons", lambda language: one)
    monkeypatch.setattr(browser_printing, "find_browser", lambda: "a browser")
    monkeypatch.setattr(browser_printing, "page_to_pdf", str.encode)
    monkeypatch.setattr(fonts, "_has_font", lambda letter: not "\u0900" <= letter < "\u0980")
    main(["course", str(tmp_path / "course")])
    told = [line for line in capsys.readouterr().out.splitlines() if "no font" in line]
    assert [line.partition(":")[0] for line in told] == ["This machine has no font for Devanagari"]


@pytest.mark.parametrize(("language", "says"), mostly_slow(WRITTEN.items(), always=()))
def test_the_course_is_written_in_another_language(
    language: str, says: dict[str, str], tmp_path: Path, monkeypatch, capsys
) -> None:
    one = {"factory": lessons(language)["factory"]}
    monkeypatch.setattr("alignoscope.cli.course.lessons", lambda language: one)
    out = tmp_path / "out"
    monkeypatch.setattr(browser_printing, "find_browser", lambda: None)
    main(["course", str(out), "--language", language])
    assert capsys.readouterr().out.startswith(f"3. {one['factory'].title}\n")
    texts = (path for path in out.iterdir() if path.suffix not in (".zip", ".pptx"))
    written = {path.name: path.read_text(encoding="utf-8") for path in texts}
    for name, text in written.items():
        of_none = name.endswith((".md", ".txt", ".ipynb"))
        assert of_none or f'<html lang="{language}">' in text, name
    for name, text in says.items():
        assert text in written[name]


def test_a_language_without_lessons_is_refused_with_those_that_have_some(
    tmp_path: Path, capsys
) -> None:
    with pytest.raises(SystemExit):
        main(["course", str(tmp_path / "x"), "--language", "xx"])
    assert f"No lessons in 'xx': there are {', '.join(languages())}." in capsys.readouterr().err
