"""Synthetic tasks: their links are right in every language and form, and they split cleanly."""

from datetime import date, timedelta

import pytest
from babel.dates import format_date, get_date_format, get_day_names, get_month_names

from alignoscope.data.corpus import Pair, normalise
from alignoscope.data.split import split_pairs
from alignoscope.data.synthetic import (
    FORMATS,
    MAX_PAIRS,
    TASKS,
    dates,
    gold_pairs,
    reverse,
    write_date,
)
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


def test_reversed_rows_are_linked_end_to_end() -> None:
    pairs = reverse(997, 0)
    repeats = 0
    for source, target, links in pairs:
        words = split_words(source)
        assert split_words(target) == words[::-1]
        assert 3 <= len(words) <= 12
        assert links == {(i, len(words) - 1 - i) for i in range(len(words))}
        repeats += len(set(words)) < len(words)
    assert 0.3 < repeats / len(pairs) < 0.9


@pytest.mark.parametrize("task", TASKS)
def test_a_task_is_distinct_and_follows_its_seed(task: str) -> None:
    make = TASKS[task]
    pairs = make(499, 7)
    assert len({pair.source for pair in pairs}) == 499
    assert make(499, 7) == pairs
    assert make(199, 7) == pairs[:199]
    assert make(499, 8) != pairs
    for count in (0, MAX_PAIRS + 1):
        with pytest.raises(ValueError, match="expected 1 to 500,000"):
            make(count, 7)


def test_every_style_of_date_is_drawn() -> None:
    years = {int(pair.target[:4]) for pair in dates(1999, 0)}
    assert min(years) < 1905
    assert max(years) > 2094


@pytest.mark.parametrize("task", TASKS)
def test_the_usual_split_serves_a_task(task: str) -> None:
    pairs = TASKS[task](1999, 0)
    split = split_pairs([Pair(pair.source, pair.target) for pair in pairs])
    assert min(map(len, split)) > 100
    for part in split:
        for other in split:
            if other is not part:
                assert not {pair.target for pair in part} & {pair.target for pair in other}
    gold = gold_pairs(pairs)
    assert [pair.source for pair in gold] == [pair.source for pair in pairs]
    for name, part in split._asdict().items():
        chosen = [pair for pair in gold if pair.part == name]
        assert {Pair(pair.source, pair.target) for pair in chosen} == set(part)
    assert all(g.sure == g.possible == p.links for g, p in zip(gold, pairs, strict=True))
    assert gold[0].source_words == tuple(split_words(gold[0].source))
