"""Files of many small parts are refused before the parts are made, each of which takes 50 bytes."""

import io
import tracemalloc
import zipfile
from collections.abc import Callable

import numpy as np
import pytest

from alignoscope.interchange.foreign.bitext import read_bitext
from alignoscope.interchange.foreign.opening import open_foreign
from alignoscope.interchange.readers import systems as limits
from alignoscope.records.limits import MAX_BITEXT
from tests.shared.samples import mostly_slow
from tests.shared.tool_files import given

TEXTS = {"b.txt": "a\n", "c.txt": "a\n"}
MILLIONS = 2_100_000


def arrays(array: np.ndarray) -> bytes:
    packed = io.BytesIO()
    np.savez_compressed(packed, a=array)
    return packed.getvalue()


def many_members() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for number in range(50_001):
            archive.writestr(f"a{number}.npy", b"")
    return packed.getvalue()


MANY = [
    ("Line 1 has more than 1,000,000 words", "a.align", lambda: "0-0 " * MILLIONS + "\n"),
    ("Line 1: more than 1,000,000 links", "a.align", lambda: "0-0 " * 1_000_001 + "\n"),
    ("2,100,000 lines: at most 2,000,000", "a.align", lambda: "0-0\n" * MILLIONS),
    ("about 4,000,001 words: at most 4,000,000", "a.txt", lambda: "a" + "\t" * 4_000_001),
    ("Line 1 has more than 1,000,000", "a.txt", lambda: "la ||| " + "0.1," * MILLIONS + "0\n"),
    ("sentences: at most 50,000", "a.npz", lambda: arrays(np.zeros((50_001, 1, 1), np.float16))),
    ("at most 50,000 arrays are read", "a.npz", many_members),
]


@pytest.mark.parametrize(
    ("said", "name", "make"), mostly_slow(MANY, always=[MANY[0][0], MANY[2][0], MANY[3][0]])
)
def test_many_parts_are_refused_in_little_memory(
    said: str, name: str, make: Callable[[], str | bytes]
) -> None:
    read = given({name: make()} | ({} if name == "a.npz" else TEXTS))
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match=said):
            open_foreign(read)
        assert tracemalloc.get_traced_memory()[1] < 150_000_000
    finally:
        tracemalloc.stop()


def test_links_of_all_lines_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_IMPORT_TOKENS", 5)
    files = {"a.align": "0-0 0-0\n" * 3, "b.txt": "a\n" * 3, "c.txt": "a\n" * 3}
    with pytest.raises(ValueError, match="too many words and links: at most 5"):
        open_foreign(given(files))


@pytest.mark.slow
def test_a_parallel_text_is_read_up_to_the_limit_in_little_memory() -> None:
    read = given({"a.tsv": "the car\tla voiture\n" * 1_000_000})
    tracemalloc.start()
    try:
        found = read_bitext(read)
        assert tracemalloc.get_traced_memory()[1] < 200_000_000  # 19 MB of text
    finally:
        tracemalloc.stop()
    assert len(found.texts) == MAX_BITEXT
    assert found.notes == (f"Only the first {MAX_BITEXT:,} lines are read.",)
