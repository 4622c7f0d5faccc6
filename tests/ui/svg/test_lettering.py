"""Text in drawings: cut between letters, broken into lines, and legal."""

from alignoscope.ui.svg.ink import decimal, element, letters, paint
from alignoscope.ui.svg.lettering import (
    clusters,
    legal,
    runs_left,
    shortened,
    width,
    wrapped,
)


def test_text_is_cut_between_what_people_see_as_letters() -> None:
    assert clusters("e\u0301té") == ["e\u0301", "t", "é"]
    assert clusters("👩‍👩‍👧a🇩🇪🇫🇷👍🏽") == ["👩‍👩‍👧", "a", "🇩🇪", "🇫🇷", "👍🏽"]
    assert clusters("नमस्ते") == ["न", "म", "स्ते"]
    assert clusters("각") == ["각"]
    assert shortened("नमस्ते", width("नम…", 12), 12) == "नम…"
    assert shortened("abc", 100, 12) == "abc"
    assert shortened("m" * 20_000, 50, 12) == "mmm…"  # at once: letter by letter it took minutes
    assert shortened("👩‍👩‍👧👩‍👩‍👧", 1, 12) == "👩‍👩‍👧…"


def test_lines_are_broken_at_spaces_and_long_words_anywhere() -> None:
    limit = width("aaaa bbbb", 10)
    assert wrapped("aaaa bbbb cccc", limit, 10) == ["aaaa bbbb", "cccc"]
    assert "".join(wrapped("家" * 50, 100, 10)) == "家" * 50
    assert all(width(line, 10) <= 100 for line in wrapped("家" * 50, 100, 10))
    assert wrapped("", 10, 10) == [""]
    assert wrapped("aaaa bbbb\xa0?", limit, 10) == ["aaaa", "bbbb\xa0?"]


def test_direction_is_that_of_the_first_letter_that_has_one() -> None:
    assert runs_left("12 שלום abc")
    assert not runs_left("abc שלום")
    assert not runs_left("12 !")


def test_what_xml_may_not_hold_is_replaced() -> None:
    assert legal("a\x00<\ud800&\"'") == "a\ufffd&lt;\ufffd&amp;&quot;&#x27;"
    assert element("a", "b", font_size=1.50, x=None, d='"') == '<a font-size="1.5" d="&quot;">b</a>'
    assert "&lt;script&gt;" in letters("<script>", 0, 0)


def test_a_number_has_its_decimals_and_a_real_minus() -> None:
    assert [decimal(one) for one in (0.125, -1.239, -0.001)] == ["0.12", "−1.24", "0.00"]
    assert [decimal(one, 3) for one in (-0.3124, 12)] == ["−0.312", "12.000"]


def test_a_colour_between_two_is_mixed() -> None:
    assert paint(0.25, ("#000000", "#0080ff", "#ffffff")) == "#004080"
    assert [paint(share, ("#000000", "#ffffff")) for share in (0, 1)] == ["#000000", "#ffffff"]
