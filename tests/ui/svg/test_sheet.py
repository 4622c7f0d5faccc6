"""Sheets too large for a page are drawn smaller, as a whole."""

import re

import pytest

from alignoscope.ui.svg.ink import LIGHT
from alignoscope.ui.svg.sheet import LONGEST, DrawnPart, sheet, size


def drawn(width: float, height: float) -> str:
    return sheet("Title", [DrawnPart(body="", width=width, height=height)], "Caption.", LIGHT)


def whole(drawing: str) -> tuple[int, int]:
    """Return the size of the coordinates in which a drawing is drawn."""
    wide, high = re.search(r'viewBox="0 0 (\d+) (\d+)"', drawing).groups()
    return int(wide), int(high)


@pytest.mark.parametrize(
    ("width", "height"), [(1000, 37_000), (41_000, 100), (41_000, 97_000), (97_000, 41_000)]
)
def test_a_larger_sheet_is_scaled_to_the_longest_page(width: int, height: int) -> None:
    drawing = drawn(width, height)
    wide, high = size(drawing)
    assert max(wide, high) == LONGEST
    assert wide / high == pytest.approx(whole(drawing)[0] / whole(drawing)[1], rel=0.01)
    assert whole(drawing)[0] >= width + 48
    assert whole(drawing)[1] > height + 48


def test_a_sheet_that_fits_stays_as_large_as_it_is() -> None:
    drawing = drawn(1300, 17_000)
    assert size(drawing) == whole(drawing)
    assert size(drawing)[0] == 1300 + 48
