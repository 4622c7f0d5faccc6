"""What is said of a corpus file before it is learnt."""

from pathlib import Path

import pytest

from alignoscope.data import survey as survey_module
from alignoscope.data.corpus import corpus_of, corpus_rows, read_pairs
from alignoscope.data.survey import FEW, Survey, findings, says_swapped, survey

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
    many = [f"{i} sentences {i}\t{i} phrases {i}" for i in range(FEW)]
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


SIGNS = [
    ("<s> a cat {} </s>", "such as “<s> a cat 0”. To be read as text, take them out, since"),
    ("a c@@ at {}", "pieces of words (BPE), such as “a c@@ at 0”. To be read as text, join them"),
    ("▁a ▁c at {}", "pieces of words (SentencePiece)"),
    ("a c ##at {}", "pieces of words (WordPiece)"),
    ("a Ġcat {}", "pieces of bytes (as of GPT-2)"),
    ("a <0xC3><0xA4> {}", "bytes of SentencePiece"),
    ("a ￭cat {}", "marks of OpenNMT's Tokenizer"),
    ("a|DET cat|NOUN {}|NUM", "features beside words"),
    ("a cat￨NOUN {}", "features beside words"),
    ("a well @-@ known cat {}", "join them: sed 's/ @-@ /-/g'"),
    ("une caf\\u00e9 {}", "escapes of characters, such as “une caf\\u00e9 0”"),
    ('<seg id="{}">a cat</seg>', "segments of SGML"),
    ("a <b>cat</b> {}", "tags, such as “a <b>cat</b> 0”. To be read as text, take them out: sed"),
]


@pytest.mark.parametrize(("text", "said"), SIGNS)
def test_text_that_is_not_ready_is_said_once(tmp_path: Path, text: str, said: str) -> None:
    lines = [f"{text.format(i)}\tune phrase {i}" for i in range(40)]
    (warning,) = look_over(tmp_path, *lines).warnings
    assert warning.startswith("100% of the lines have ")
    assert said in warning
    (warning,) = look_over(tmp_path, *lines[:10], *(f"a {i}\tb {i}" for i in range(30))).warnings
    assert warning.startswith("25% of the lines have ")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (">>fra<< {}", "begin with “>>fra<<”"),
        ("translate English to French: {}", "begin with “translate English to French:”"),
        ("startseq {} endseq", "end with “endseq”"),
        ("{} en_XX", "end with “en_XX”"),
    ],
)
def test_words_that_all_sentences_share_are_asked_about(line: str, said: str) -> None:
    texts = [f"a{i} cat b{i}." for i in range(100)]
    told = [*findings([(line.format(text), text[::-1]) for text in texts])]
    assert any(one.startswith(f"100% of the lines of column 1 {said}. If it is no") for one in told)
    assert not any("column 2" in one for one in told)
    assert [
        *findings([(f"{text} .", f"the {text}"[i % 8 and 4 :]) for i, text in enumerate(texts)])
    ] == []


def test_plain_text_shows_no_signs() -> None:
    plain = [
        "a < b and c > d",
        "a|b or c",
        "@-@ x",
        "C:\\u and so on",
        "mail me @@ noon",
        "# 1 ## 2",
        "x_y <3",
        "Ġ is a letter",
        "s </ b",
    ]
    assert [*findings([(text, f"{text} !") for text in plain])] == []


def test_a_remedy_that_does_not_help_is_not_given() -> None:
    (said,) = findings([(f"a <b <c> {i}> e", "c d e") for i in range(9)])
    assert said == "100% of the lines have tags, such as “a <b <c> 0> e”."


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("{}", "numbers: are these ids?"),
        ("-1.{}e-3", "numbers: are these ids?"),
        ("https://a.org/{}", "addresses"),
        ("doc{}#1", "single words with digits"),
        ("the same", "the same in all lines"),
        ("2026-01-{:02} 10:00:00", "numbers"),
        ("0-0 1-{} 2-2", "numbers"),
        ("{}.5%", "numbers"),
    ],
)
def test_a_column_that_is_no_text_is_passed_over_or_said(
    tmp_path: Path, value: str, said: str
) -> None:
    columns = [(value.format(i), f"a cat {'abc'[i % 3]} {i}") for i in range(20)]
    (warning,) = look_over(tmp_path, *map("\t".join, columns)).warnings
    assert f"Column 1 is {said}" in warning
    (note,) = look_over(tmp_path, *(f"{a}\t{b}\tun chat {b}" for a, b in columns)).warnings
    assert note.startswith("The source is column 2, the target column 3; no text: column 1 (")


def test_two_english_columns_are_no_pair_of_english_and_another_language() -> None:
    sides = [("you and he", "what they said")]
    said = "Column 2 is English, but the models are of eng-fra: the texts are not in these"
    assert says_swapped(sides, "eng-fra").startswith(said)
    assert says_swapped(sides, "deu-fra").startswith("Column 1 is English")
    assert says_swapped(sides, "reverse") == ""


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


@pytest.mark.parametrize(
    ("languages", "pair", "said"),
    [
        (("en", "fr"), "eng-fra", ""),
        (("fr", "en"), "eng-fra", "are the texts the other way round? Turn them."),
        (("en", "fr"), "eng-deu", "the texts are not in these languages."),
    ],
)
def test_languages_that_a_text_names_are_compared_with_those_of_the_models(
    languages: tuple[str, str], pair: str, said: str
) -> None:
    named = "-".join(languages)
    whole = said and f"The text names its languages: {named}, but the models are of {pair}: {said}"
    assert says_swapped([("7", "sept")], pair, "Turn them.", languages) == whole
    assert says_swapped([], pair, "Turn them.", languages) == ""


@pytest.mark.parametrize("names", ["en\tfr\tes", "text_en\ttext_fr\ttext_es"])
@pytest.mark.parametrize("before", ["", "7\t"])
def test_of_columns_in_three_languages_the_first_two_are_read_and_named(
    tmp_path: Path, names: str, before: str
) -> None:
    path = tmp_path / "a.tsv"
    head = f"id\t{names}" if before else names
    rows = (f"{before}a cat {i}\tun chat {i}\tun gato {i}" for i in range(20))
    path.write_text("\n".join([head, *rows]))
    read = corpus_rows(path, "eng-deu").text
    assert (read.languages, read.rows[0][1:3]) == (("en", "fr"), ("a cat 0", "un chat 0"))
    assert corpus_rows(path, "spa-eng").text.languages == ("es", "en")
