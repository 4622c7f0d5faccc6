"""What nobody wrote in good faith is read or refused: some of `hostile.KINDS`.

`ALIGNOSCOPE_MUTATIONS=1000` tries more of them. What a large run found is kept here.
"""

import io
import os
import random

import numpy as np
import pytest

from alignoscope.interchange.foreign.file_set import open_files
from alignoscope.interchange.foreign.opening import open_foreign
from alignoscope.interchange.readers.formats import FORMATS
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.records.extras import missing
from tests.shared.hostile import KINDS, tool_sets, tried

SOME = int(os.environ.get("ALIGNOSCOPE_MUTATIONS", "40"))


def packed(at: int, byte: int) -> bytes:
    """Return a packed file of arrays with another byte at a place."""
    file = io.BytesIO()
    np.savez_compressed(file, weights=np.full((7, 11), 1 / 11, np.float32))
    data = bytearray(file.getvalue())
    data[at] = byte
    return bytes(data)


# Of the first entry: a stream that cannot be unpacked, and a version that zipfile does not know.
FOUND = (packed(64, 0xFF), packed(4, 0x75), packed(6, 0x01))


def test_every_importer_has_files() -> None:
    opened = [
        open_foreign([NamedBytes(name=n, data=d) for n, d in one.items()]) for one in tool_sets()
    ]
    known = {form.tool for form in FORMATS} - ({"Excel"} if missing("excel") else set())
    assert {found.tool for files in opened for found in files} == known


@pytest.mark.slow
def test_a_page_says_what_is_odd_in_a_link() -> None:
    told = [tried("links", number) for number in range(SOME // 5)]
    assert "refused" in told


@pytest.mark.parametrize("kind", sorted(KINDS.keys() - {"links"}))
def test_what_is_odd_is_read_or_refused(kind: str) -> None:
    told = [tried(kind, number) for number in random.Random(7).sample(range(10_000), SOME)]
    assert {"read", "refused"} == set(told)


@pytest.mark.parametrize("data", FOUND)
def test_what_once_failed_does_so_no_more(data: bytes) -> None:
    texts = [NamedBytes(name=f"{i}.txt", data=b"a b\n") for i in range(2)]
    with pytest.raises(ValueError, match=r"a\.npz"):
        open_files([NamedBytes(name="a.npz", data=data), *texts])


@pytest.mark.parametrize(
    "data",
    [
        b"0 ||| a ||| 0 ||| b ||| 1 1\n1e99\n",
        b"target,source,weight\na,b,1e99\n",
        b"target,source,i,j,weight\na,b,0,0,1e99\n",
    ],
)
def test_a_number_that_no_float_holds_is_refused_without_a_warning(data: bytes) -> None:
    with pytest.raises(ValueError, match="too large"):
        open_files([NamedBytes(name="a.txt", data=data)])


def test_a_file_that_ends_before_its_first_link_is_refused() -> None:
    cut = b"# Sentence pair (1)\nla voiture\nNULL ({ })"
    with pytest.raises(
        ValueError, match=r"a\.a3 .*every sentence lacks its source or its target words"
    ):
        open_files([NamedBytes(name="a.a3", data=cut)])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("|\n|---|\n| 0.1 | 0.9 |\n", "a.md"),
        ("H-0\t0\ta b\nA-0\t0-0\nH-1\t0\ta\nA-1\t0.5,0.5\n", "expected links such as '3-4'"),
    ],
)
def test_an_empty_header_and_mixed_alignments_are_refused(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        open_files([NamedBytes(name="a.md", data=text.encode())])
