"""Names of languages and pairs: every code that CLDR knows, and the code where it does not."""

import pytest

from alignoscope.data.languages import language_name, pair_name, side_names


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
    assert pair_name("dates") == "dates, made up"
    assert pair_name("hindi-phrases") == "Hindi, made up"
    assert pair_name("hin-eng") == "Hindi → English"


def test_a_task_has_languages_or_none() -> None:
    assert side_names("eng-spa") == ("English", "Spanish")
    assert side_names("hindi-phrases") == ("Hindi", "English")
    assert side_names("reverse") is None
    assert side_names("other-toy") == ("other", "toy")
