"""Branches and edits as URL parameters, which restore exactly the same numbers.

`branch=1~luong-dot~45.120.88` is branch 1: the checkpoint `luong-dot` after these token ids.
`edit=4~uniform~KqsqqyqrKqoqqiqq` is an edit of step 4: how the row was made, and the row as one
16-bit number per source piece, in base64url; `edit=4.3.2~...` is one of a Transformer's layer 3,
head 2, and `edit=4.2~...` one of head 2 in the layer that its map shows.
`keep=on` fixes the translation.

A link stores the edited rows, not the actions that made them. Replaying the actions would need
every one in order, including undone ones, and models that break every tie in the same way.
"""

import base64
import binascii
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import numpy as np
import streamlit as st

from alignoscope.decoding.loop import length_limit
from alignoscope.records.catalogue.normalisers import ALPHA_NAMES
from alignoscope.records.escaping import plain
from alignoscope.records.limits import MAX_BRANCHES, MAX_EDITS, MAX_LINK
from alignoscope.records.trace import Trace
from alignoscope.ui.shell.link_parameters import SWITCHES
from alignoscope.ui.shell.url_parameters import (
    all_linked,
    linked,
    warn_of_unknown,
    write,
)
from alignoscope.ui.what_if.state import (
    ALPHA,
    HOWS,
    KNOWN_BRANCH,
    LIKE,
    MOVE,
    OF_WORDS,
    WHOLE,
    Branch,
    Edit,
    Head,
    WhatIf,
    head_count,
    no_edits,
)
from alignoscope.ui.what_if.traces import branch_trace, layers_of

Change = TypeVar("Change", Branch, Edit)
_BRANCH = re.compile(r"([1-9][0-9]{0,5})~(.+)~([0-9]{1,7}(?:\.[0-9]{1,7})*)")
_EDIT = re.compile(
    r"([1-9][0-9]{0,3})(?:(?:\.([1-9][0-9]?))?\.([1-9][0-9]?))?~(.+)~([A-Za-z0-9_-]+)"
)
_SAID = 3  # The number of problems shown in full.


def read_changes(fresh: WhatIf, original: Trace, paths: Sequence[Path]) -> WhatIf:
    """Return the branches and edits in the link; show a warning for those that are invalid."""
    branches: list[Branch] = []
    edits: list[Edit] = []

    def read_new_branch(text: str) -> Branch:
        branch = read_branch(text, paths)
        if branch.number in [one.number for one in branches]:
            raise ValueError(f"There is already a branch {branch.number}.")
        if (branch.path, branch.prefix) in [(one.path, one.prefix) for one in branches]:
            raise ValueError(KNOWN_BRANCH)
        # Decoding raises ValueError if the tokens do not fit the checkpoint.
        branch_trace(branch, fresh.source)
        return branch

    _read("branch", MAX_BRANCHES, read_new_branch, branches)
    _read("edit", MAX_EDITS, lambda text: read_edit(text, original, fresh.path, paths), edits)
    return replace(fresh, branches=tuple(branches), edits=tuple(edits))


def read_keep() -> bool:
    """Return whether the link fixes the translation."""
    warn_of_unknown("keep", SWITCHES)
    return SWITCHES.get(linked("keep") or "", False)


def write_changes(state: WhatIf, keep: bool) -> None:
    """Write the branches, the edits and the switch into the link, if there are any."""
    write("branch", *map(branch_text, state.branches))
    write("edit", *map(edit_text, state.edits))
    write("keep", *(["on"] if keep else []))


def branch_text(branch: Branch) -> str:
    """Return a branch as the value of a URL parameter."""
    return f"{branch.number}~{branch.path.stem}~{'.'.join(map(str, branch.prefix))}"


def edit_text(edit: Edit) -> str:
    """Return an edit as the value of a URL parameter."""
    row = base64.urlsafe_b64encode(np.array(edit.row, dtype=">u2").tobytes())
    head = "".join(f".{number + 1}" for number in edit.head or ())
    return f"{edit.step + 1}{head}~{edit.how}~{row.decode().rstrip('=')}"


def read_branch(text: str, paths: Sequence[Path]) -> Branch:
    """Parse a branch. `branch_trace` checks later that the checkpoint has its tokens.

    Raises:
        ValueError: if the text is none of a branch, or its variant is not among the paths.
    """
    match = _BRANCH.fullmatch(text)
    if not match:
        raise ValueError("Expected number~variant~tokens, such as 1~luong-dot~45.120.")
    number, variant, ids = match.groups()
    return Branch(
        number=int(number),
        path=_named(variant, paths),
        prefix=tuple(map(int, ids.split("."))),
    )


def read_edit(text: str, original: Trace, path: Path, paths: Sequence[Path]) -> Edit:
    """Parse an edit and check that it fits the translation `original` by the checkpoint `path`.

    Raises:
        ValueError: if the text is none of an edit, or it does not fit the translation.
    """
    if why := no_edits(original):
        raise ValueError(f"{original.label} {why}")
    match = _EDIT.fullmatch(text)
    if not match:
        raise ValueError("Expected step~how~row, such as 4~uniform~KqsqqyqrKqoqqiqq.")
    step, layer, head, how, row = match.groups()
    at = _head(layer, head, original, path)
    limit = length_limit(original.source)
    if int(step) > limit:
        raise ValueError(f"A translation of this sentence has at most {limit} steps.")
    _check_how(how, len(original.source.words), paths)
    return Edit(step=int(step) - 1, how=how, row=_row(row, original), head=at)


def _read(name: str, most: int, read: Callable[[str], Change], found: list[Change]) -> None:
    """Parse all values of a URL parameter into `found`; show a warning for the invalid ones.

    Args:
        name: the parameter.
        most: the maximum number of values.
        read: parses one value.
        found: the list that the results are added to.
    """
    problems = []
    texts = [text for text in all_linked(name) if text]
    for text in texts[:most]:
        try:
            if len(text) > MAX_LINK:
                raise ValueError(f"It has more than {MAX_LINK:,} characters.")
            found.append(read(text))
        except (ValueError, OSError) as error:
            shown = "".join(c if c.isalnum() or c in "~._-" else "?" for c in text[:40])
            problems.append(f"This link's {name} {shown} was skipped. {error}")
    if len(texts) > most:
        problems.append(
            f"This link has {len(texts):,} values of “{name}”. Only the first {most} were read."
        )
    if len(problems) > _SAID:
        problems[_SAID:] = [f"{len(problems) - _SAID} more were skipped."]
    if problems:
        st.warning("\n\n".join(map(plain, problems)), icon=":material/link_off:")


def _named(variant: str, paths: Sequence[Path]) -> Path:
    names = {path.stem: path for path in paths}
    if variant not in names:
        raise ValueError(f"Its model is not installed. Installed models: {', '.join(names)}.")
    return names[variant]


def _check_how(how: str, words: int, paths: Sequence[Path]) -> None:
    name, _, rest = how.partition(".")
    if how in HOWS:
        return
    if name == LIKE:
        _named(rest, paths)
        return
    if name == ALPHA and rest not in ALPHA_NAMES:
        raise ValueError("Expected alpha and 1 to 2, in steps of 0.05, such as alpha.1.6.")
    if name == ALPHA:
        return
    if name not in OF_WORDS:
        raise ValueError(f"Edits are {', '.join((*HOWS, *OF_WORDS, LIKE, ALPHA))}.")
    chosen = rest.split(".")
    known = {str(i) for i in range(1, words + 1)}
    if not set(chosen) <= known or len(set(chosen)) < len(chosen):
        raise ValueError(f"Expected {name} and words of the source, each once, 1 to {words}.")
    if name in ("swap", MOVE) and len(chosen) != 2:
        raise ValueError(f"Expected two words to {name}.")


def _head(layer: str | None, head: str | None, original: Trace, path: Path) -> Head | None:
    """Parse a head, or None of a model without heads; without a layer it is in the map's layer."""
    heads = head_count(original)
    if not heads:
        if head:
            raise ValueError(f"{original.label} has no heads: give the step alone.")
        return None
    layers = layers_of(path)
    if not head or int(head) > heads or int(layer or 1) > layers.number:
        raise ValueError(
            f"{original.label} has {layers.number} layers of {heads} heads: name a layer and a "
            "head of it after the step, as in 4.1.2."
        )
    return int(layer) - 1 if layer else layers.shown, int(head) - 1


def _row(text: str, original: Trace) -> tuple[int, ...]:
    """Parse a row [src_len] in 65,535ths. It may sum to less than 1 only under a local window."""
    src_len = len(original.source.pieces)
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error:
        packed = b""
    if len(packed) != 2 * src_len:
        raise ValueError(f"Expected a row of {src_len} weights, one for each source token.")
    row = tuple(map(int, np.frombuffer(packed, dtype=">u2")))
    least = WHOLE if original.window is None else 1
    if not least <= sum(row) <= WHOLE:
        raise ValueError("The weights of its row do not sum to 1.")
    return row
