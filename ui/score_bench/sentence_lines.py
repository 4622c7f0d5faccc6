"""The lines of a sentence set: where they come from, and which of them can be used."""

from collections.abc import Sequence
from io import StringIO
from itertools import islice
from typing import NamedTuple

import streamlit as st

from alignoscope.data.tokenizer import Tokenizer
from alignoscope.decoding.reading import read
from alignoscope.records.limits import MAX_CHARACTERS, MAX_MEASURED, MAX_SENTENCES, MAX_SET_BYTES
from alignoscope.serving import model_store as cache
from alignoscope.serving.model_store import File
from alignoscope.ui.open_files.uploaded_files import bring, was_brought
from alignoscope.ui.shell.messages import show_problem
from alignoscope.ui.shell.session_keys import FILE, LINES, SET

SOURCES = ("Examples", "Paste lines", "Upload a file")


SentenceLine = tuple[
    str, str
]  # A source and the target to force, or "" for the model's own translation.


class SentenceLines(NamedTuple):
    """The usable lines of a set, and the refused ones with their numbers from 1."""

    kept: tuple[SentenceLine, ...]
    refused: tuple[tuple[int, str, str], ...]  # Number, beginning of the line, reason.
    beyond: int  # The number of lines over the maximum.


def pick_set(pair: str) -> str | None:
    """Return the text of the chosen set, or None, with a message, if there is none.

    Each line is a source sentence, optionally followed by a tab and the target to force.
    """
    examples = [example.source for example in cache.examples(pair)]
    sources = SOURCES if examples else SOURCES[1:]
    first = sources[-1] if was_brought(FILE) else sources[0]
    chosen = st.segmented_control(
        "Sentences", sources, key=SET, default=first, required=True, persist_state="session"
    )
    if chosen == "Examples":
        return "\n".join(examples)
    if chosen == "Paste lines":
        text = st.text_area(
            "One sentence per line, or a source, a tab and the target to force",
            key=LINES,
            persist_state="session",
        )
        return text if text.strip() else None
    brought = bring(
        f"A text file, UTF-8, at most {MAX_SENTENCES:,} lines", FILE, most=MAX_SET_BYTES
    )
    if brought is None:
        return None
    try:
        return decoded(brought.files[0].data)
    except ValueError as error:
        show_problem(error, icon="upload_file", kind="error")
        return None


def decoded(content: bytes) -> str:
    """Return the text of an uploaded file.

    Raises:
        ValueError: if it is not UTF-8, or holds no line of text.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(
            f"This file is not UTF-8: byte {error.start + 1:,} is {content[error.start]:#04x}. "
            "Save it as UTF-8 (in a text editor: Save as, encoding UTF-8) and upload it again."
        ) from error
    if not text.strip():
        raise ValueError("This file is empty. It needs one sentence per line.")
    return text


def split_lines(text: str, tokenizers: Sequence[Tokenizer]) -> SentenceLines:
    """Return the lines that every tokenizer can read; blank lines are skipped.

    At most `MAX_SENTENCES` lines are read, each side of at most `MAX_CHARACTERS` characters.
    """
    lines = ((n, line.rstrip()) for n, line in enumerate(StringIO(text, newline=None), start=1))
    written = ((n, line) for n, line in lines if line)
    kept, refused = [], []
    for number, line in islice(written, MAX_SENTENCES):
        try:
            kept.append(_checked(line, tokenizers))
        except ValueError as error:
            refused.append((number, line[:60], str(error)))
    return SentenceLines(tuple(kept), tuple(refused), sum(1 for _ in written))


@st.cache_data(max_entries=16, show_spinner=False)
def readable(text: str, files: tuple[File, ...]) -> SentenceLines:
    """Return the lines that every checkpoint can read; see `split_lines`."""
    tokenizers = [cache.load(*file).tokenizer for file in files]
    distinct = {tokenizer.to_json(): tokenizer for tokenizer in tokenizers}
    return split_lines(text, list(distinct.values()))


def _checked(line: str, tokenizers: Sequence[Tokenizer]) -> SentenceLine:
    """Return the source and target of a line after checking that every tokenizer reads them."""
    parts = [part.strip() for part in line.split("\t")]
    if len(parts) > 2:
        raise ValueError(
            f"This line has {len(parts)} columns. Write a sentence, or a source, a tab and a "
            "target."
        )
    for side, text in zip(("source", "target"), parts, strict=False):
        if len(text) > MAX_CHARACTERS:
            raise ValueError(
                f"The {side} has {len(text):,} characters; at most {MAX_CHARACTERS:,} are allowed."
            )
        for tokenizer in tokenizers:
            read(tokenizer, text, side, MAX_MEASURED)
    source, target = (*parts, "")[:2]
    return source, target
