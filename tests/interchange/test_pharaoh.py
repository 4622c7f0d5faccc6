"""Links in the Pharaoh format."""

import pytest

from alignoscope.interchange.pharaoh import from_pharaoh, to_pharaoh


def test_pharaoh_there_and_back() -> None:
    links = frozenset({(10, 2), (2, 10), (0, 0)})
    assert to_pharaoh(links) == "0-0 2-10 10-2"
    assert from_pharaoh(to_pharaoh(links)) == links
    assert from_pharaoh("") == frozenset()
    for malformed in ("0-0 1", "0p0", "-1-2", "a-b", "١-٢"):
        with pytest.raises(ValueError, match="expected links such as '3-4'"):
            from_pharaoh(malformed)
