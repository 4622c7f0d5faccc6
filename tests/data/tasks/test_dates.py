"""Dates: their links are right in every language and form."""

from datetime import date, timedelta

import pytest
from babel.dates import format_date, get_date_format, get_day_names, get_month_names

from alignoscope.data.corpus import normalise
from alignoscope.data.tasks.dates import FORMATS, dates, write_date
from alignoscope.data.tokenizer import split_words

# Every month, day of the month and weekday, and both ends of the range.
DAYS = [date(1900, 1, 1), *(date(1996, 1, 1) + timedelta(i * 5 + 1) for i in range(73))]
DAYS += [date(2021, 8, day) for day in range(1, 32)] + [date(2099, 12, 31)]
STYLES = [(language, pattern) for language in FORMATS for pattern in FORMATS[language]]


@pytest.mark.parametrize(("language", "pattern"), STYLES)
def test_the_links_of_a_date_join_its_year_month_and_day(language: str, pattern: str) -> None:
    months = {
        word: month
        for width in ("abbreviated", "wide")
        for month, name in get_month_names(width, locale=language).items()
        for word in split_words(normalise(name))
    }
    for day in DAYS:
        pair = write_date(day, language, pattern)
        words, iso = split_words(pair.source), split_words(pair.target)
        assert pair.source == normalise(pair.source)
        assert iso == [f"{day.year}", "-", f"{day.month:02}", "-", f"{day.day:02}"]
        assert len(pair.links) == 3
        source_of = {target: words[source] for source, target in pair.links}
        assert set(source_of) == {0, 2, 4}
        assert int(source_of[0]) == day.year
        assert months[source_of[2]] == day.month
        assert int(source_of[4]) == day.day


@pytest.mark.parametrize("language", FORMATS)
def test_dates_are_written_as_babel_writes_them(language: str) -> None:
    for width in ("medium", "long", "full"):
        pattern = get_date_format(width, language).pattern
        # German's medium form has only numbers, which the task leaves out.
        assert (pattern in FORMATS[language]) == ("MMM" in pattern)
        for day in DAYS:
            if "MMM" in pattern:
                expected = normalise(format_date(day, width, locale=language))
                assert write_date(day, language, pattern).source == expected


def test_ordinal_days_and_points() -> None:
    first, march = date(1997, 3, 1), date(1997, 3, 8)
    assert write_date(first, "fr", "'le' d° MMMM y").source == "le 1er mars 1997"
    assert write_date(march, "fr", "'le' d° MMMM y").source == "le 8 mars 1997"
    assert write_date(first, "pt", "d° 'de' MMMM 'de' y").source == "1º de março de 1997"
    assert write_date(first, "it", "d° MMMM y").source == "1º marzo 1997"
    endings = [write_date(date(2021, 8, d), "en", "d° MMMM y").source[:4] for d in (2, 3, 11, 23)]
    assert endings == ["2nd ", "3rd ", "11th", "23rd"]
    pair = write_date(march, "de", "EEEE, d. MMMM y")
    assert pair == ("Samstag, 8. März 1997", "1997-03-08", {(2, 4), (4, 2), (5, 0)})
    pair = write_date(march, "pt", "E, d 'de' MMM 'de' y")
    assert pair.source == "sáb., 8 de mar. de 1997"
    assert pair.links == {(3, 4), (5, 2), (8, 0)}


def test_no_source_has_two_readings() -> None:
    read: dict[str, tuple] = {}
    for day in DAYS:
        for pair in (write_date(day, *style) for style in STYLES):
            assert read.setdefault(pair.source, pair) == pair


def test_weekdays_are_not_linked() -> None:
    # In French "mar." is a Tuesday, in Italian "mar" is a Tuesday and March.
    tuesday = date(1997, 3, 4)
    assert get_day_names("abbreviated", locale="it")[1] == "mar"
    pair = write_date(tuesday, "it", "E d MMM y")
    assert pair == ("mar 4 mar 1997", "1997-03-04", {(1, 4), (2, 2), (3, 0)})


def test_every_style_of_date_is_drawn() -> None:
    years = {int(pair.target[:4]) for pair in dates(1999, 0)}
    assert min(years) < 1905
    assert max(years) > 2094
