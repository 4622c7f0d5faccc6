"""Names of languages and pairs: every code that CLDR knows, and the code where it does not."""

import sys

import pytest

from alignoscope.data.languages import (
    foreign_script,
    language_name,
    other_languages,
    pair_name,
    side_names,
)


@pytest.mark.parametrize(
    ("code", "name"),
    [
        *(("eng", "English"), ("fra", "French"), ("fre", "French"), ("deu", "German")),
        *(("ger", "German"), ("spa", "Spanish"), ("hin", "Hindi"), ("tur", "Turkish")),
        *(("zho", "Chinese"), ("chi", "Chinese"), ("por", "Portuguese"), ("nld", "Dutch")),
        *(("rus", "Russian"), ("jpn", "Japanese"), ("yue", "Cantonese"), ("heb", "Hebrew")),
        *(("en", "English"), ("de", "German"), ("zh", "Chinese")),
        *(("qqx", "qqx"), ("dates", "dates"), ("", "")),
    ],
)
def test_a_language_has_its_name_by_any_code(code: str, name: str) -> None:
    assert language_name(code) == name


def test_a_pair_is_named_by_its_languages_and_a_task_as_made_up() -> None:
    assert pair_name("eng-deu") == "English → German"
    assert pair_name("fr-jpn") == "French → Japanese"
    assert pair_name("qqx-eng") == "qqx → English"
    assert pair_name("dates") == "Dates (toy)"
    assert pair_name("hindi-phrases") == "Hindi phrases (toy)"
    assert pair_name("hin-eng") == "Hindi → English"


@pytest.mark.parametrize(
    ("text", "pair", "script"),
    [
        *(
            ("Привет, как дела?", "eng-fra", "Cyrillic"),
            ("שלום to you all, my friends", "eng-fra", ""),
        ),
        *(("I am здесь сегодня", "eng-fra", "Cyrillic"), ("私は疲れた", "eng-fra", "Japanese")),
        *(("hello", "rus-eng", "Latin"), ("привет", "rus-eng", ""), ("私は疲れた", "jpn-eng", "")),
        *(("नमस्ते", "hindi-phrases", ""), ("12 %", "eng-fra", ""), ("", "eng-fra", "")),
        *(("привет", "dates", ""), ("привет", "other-toy", ""), ("dobar dan", "srp-eng", "")),
    ],
)
def test_a_script_that_a_language_is_not_written_in(text: str, pair: str, script: str) -> None:
    assert foreign_script(text, pair) == script


def test_a_task_has_languages_or_none() -> None:
    assert side_names("eng-spa") == ("English", "Spanish")
    assert side_names("hindi-phrases") == ("Hindi", "English")
    assert side_names("reverse") is None
    assert side_names("other-toy") == ("other", "toy")


@pytest.mark.parametrize(
    ("languages", "pair", "said"),
    [
        (("en", "fr"), "eng-fra", ""),
        (("eng", "deu"), "en-de", ""),
        (("fr", "en"), "eng-fra", "turned"),
        (("en", "fr"), "eng-deu", "others"),
        (("de", "en"), "eng-fra", "others"),
        (("en", "fr"), "hindi-phrases", "others"),
        (("hi", "en"), "hindi-phrases", ""),
        (("en", "fr"), "dates", ""),
        (("en", "fr"), "my-models", ""),
        (None, "eng-deu", ""),
    ],
)
def test_languages_that_a_text_names_are_those_of_a_pair_or_not(
    languages: tuple[str, str] | None, pair: str, said: str
) -> None:
    assert other_languages(languages, pair) == said


def test_without_names_of_languages_nothing_is_said_of_codes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "babel.core", None)
    assert other_languages(("en", "fr"), "eng-fra") == ""
