"""The table of the words that models have read: its counts, its file, and what follows from it."""

import pytest

from alignoscope.data.corpus import Pair
from alignoscope.data.known_words import (
    FORMAT,
    LEVELS,
    MOST_BYTES,
    KnownWords,
    count_known,
    level_of,
    merged,
    pack_known,
    read_known,
    unpack_known,
    write_known,
)

PAIRS = [
    Pair("The cat doesn't sleep.", "Le chat ne dort pas."),
    Pair("The dog sleeps, too.", "Le chien dort aussi."),
    Pair("I see the grandmother of the cat.", "Je vois la grand-mère du chat."),
] * 10


def test_a_count_is_kept_as_the_largest_level_that_it_reaches() -> None:
    assert [LEVELS[level_of(count)] for count in (1, 9, 10, 11, 14, 99, 10**9)] == [
        *(1, 9, 10, 10, 12, 70, 10**6)
    ]


def test_words_are_counted_without_case_on_each_side_as_maps_split_them() -> None:
    known = count_known(PAIRS)
    assert known.times("THE") == 40
    assert known.times("n't") == 10
    assert known.times("mère", "target") == known.times("-mère", "target") == 10
    assert known.times("chat") == 0
    assert known.times("chat", "target") == 20


def test_a_sentence_tells_new_rare_and_known_words_from_names_numbers_and_marks() -> None:
    known = count_known([*PAIRS, Pair("Zebra", "Zèbre")])
    words = ["Zebra", "!", "The", "Cat", "saw", "Otto", ",", "3", "gnus"]
    states = ["rare", "mark", "known", "known", "new", "name", "mark", "number", "new"]
    assert [word.state for word in known.words(words)] == states


def test_the_first_word_of_each_sentence_is_no_name_for_its_capital() -> None:
    words = KnownWords({}, {}).words(["Otto", ".", "Otto", "Otto"])
    assert [word.state for word in words] == ["new", "mark", "new", "name"]


def test_capitals_tell_no_names_where_all_nouns_have_them() -> None:
    german = count_known([Pair("Der Hund sieht die Katze.", "The dog sees the cat.")])
    assert german.capitals == (True, False)
    assert german.words(["die", "Giraffe"])[1].state == "new"


def test_characters_are_the_words_of_a_script_without_spaces() -> None:
    known = count_known([Pair("我喜欢猫。", "I like cats.")])
    assert known.times("猫喜欢我") == 1
    assert known.times("狗喜欢我") == 0


def test_hindi_words_keep_their_vowel_signs() -> None:
    known = count_known([Pair("बिल्ली सोती है", "The cat sleeps")])
    assert set(known.source) == {"बिल्ली", "सोती", "है"}


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("I see the dog.", "source"),
        ("Je vois le chien.", "target"),
        ("", None),
        ("12 34 🙂", None),
        ("xyzzy plugh", None),
    ],
)
def test_a_text_looks_like_the_side_that_has_its_words(text: str, side: str | None) -> None:
    assert count_known(PAIRS).language_of(text) == side


def test_a_text_of_a_third_language_looks_like_neither_side() -> None:
    known = KnownWords({"the": level_of(1000)}, {"le": level_of(1)})
    assert known.language_of("кот пёс") is None  # though a word is likelier new to the small side


def test_a_table_is_read_as_it_was_written(tmp_path) -> None:
    known = count_known(PAIRS)
    again = read_known(write_known(known, tmp_path))
    assert (again.source, again.target) == (known.source, known.target)
    assert (again.capitals, again.least) == (known.capitals, 1)


def test_an_empty_table_is_read_too() -> None:
    assert unpack_known(pack_known(KnownWords({}, {}))).source == {}


def test_the_rarest_words_of_a_large_table_are_left_out(monkeypatch) -> None:
    known = count_known(PAIRS)
    monkeypatch.setattr("alignoscope.data.known_words.MOST_BYTES", len(pack_known(known)) - 40)
    less = unpack_known(pack_known(known))
    assert less.least > 10
    assert set(less.source) == {word for word in known.source if known.times(word) >= less.least}
    assert MOST_BYTES == 250_000


def test_two_tables_keep_the_larger_count_of_a_word() -> None:
    both = merged(KnownWords({"a": 3, "b": 1}, {}), KnownWords({"a": 2, "c": 0}, {"d": 5}))
    assert (both.source, both.target) == ({"a": 3, "b": 1, "c": 0}, {"d": 5})


@pytest.mark.parametrize("content", [b"", b"PK", FORMAT, pack_known(count_known(PAIRS))[:-1]])
def test_a_damaged_table_is_refused_by_name(content: bytes, tmp_path) -> None:
    path = tmp_path / "words.bin"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"words\.bin is not used: it is"):
        read_known(path)


def test_a_table_with_one_changed_byte_is_refused() -> None:
    whole = bytearray(pack_known(count_known(PAIRS)))
    whole[-5] ^= 1
    with pytest.raises(ValueError, match="damaged"):
        unpack_known(bytes(whole))


def test_the_nearest_word_is_like_a_slip_and_read_often() -> None:
    often, once = level_of(100), level_of(1)
    words = {"letter": level_of(20), "letters": often, "latter": often, "lete": once}
    known = KnownWords(words, {})
    assert known.nearest("leter") == "letter"  # 2 * 5 / 11, and 2 * 5 / 12 of letters
    assert known.nearest("Lettr") == "letter"
    assert known.nearest("better") is None  # another first letter
    assert known.nearest("letter") is None  # known
    assert known.nearest("let") is None  # too short
    assert known.nearest("l3ter") is None
    even = KnownWords({"reads": level_of(10), "roads": often}, {})
    assert even.nearest("rxads") == "roads"  # as similar, and read more


def test_two_letters_that_were_exchanged_are_the_likeliest_slip() -> None:
    often, less = level_of(100), level_of(20)
    known = KnownWords({"weird": less, "wider": often, "board": less, "bard": often}, {})
    assert known.nearest("wierd") == "weird"  # "wider" is as similar, and read more
    assert known.nearest("Baord") == "board"  # "bard" is more similar: 8 of 9 letters, and 8 of 10
    assert known.nearest("wiedr") == "wider"
