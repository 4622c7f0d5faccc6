"""The record of a file format."""

from collections.abc import Callable
from typing import NamedTuple

from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.readers.systems import System


class Writer(NamedTuple):
    """How tools write a format, in Markdown.

    Args:
        how: the option or the call that writes it, or what it looks like.
        words: which words the file has, and what to open with it.
        tools: the names of the tools; without any, the format's own name stands for them.
    """

    how: str
    words: str
    tools: tuple[str, ...] = ()


class Format(NamedTuple):
    """A format: how it is recognised and read, and what its rows are unless a file shows it.

    With `padded`, numbers after those of the words are padding, not an error. With `ends`, the tool
    writes numbers of end marks that its words lack. With `steps`, each row is known to be the step
    of its target token. With `cut`, labels are truncated, and the words come from a text if there
    is one. With `labelled`, words are beside the numbers of their axis, and are turned with it.
    With `alone`, the format counts only if no file has another. With `from_zero`, links are read as
    positions from 0. `hint` is advice for the case that words and numbers do not match, and `note`
    is said of each file. `writers` say where such files come from: documents and the page “Open a
    trace” name the tools.
    """

    tool: str
    fits: Callable[[NamedBytes], object]
    read: Callable[[NamedBytes], list[System]]
    writers: tuple[Writer, ...]
    rows: str = "target"
    padded: bool = False
    ends: bool = True
    steps: bool = False
    cut: bool = False
    labelled: bool = False
    alone: bool = False
    from_zero: bool = False
    hint: str = ""
    note: str = ""
