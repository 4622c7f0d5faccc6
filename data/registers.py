"""The register of a sentence, which a mark before it tells a model.

A model that reads everyday and formal text without a mark mixes the two: asked for small talk, it
answers as a parliament does. With a mark before the formal sources it keeps them apart (Kobus,
Crego and Senellart 2017, "Domain Control for Neural Machine Translation", section 3.1), and the
mark is a word of the source, with a column of its own in every map.
"""

from collections.abc import Collection

FORMAL = "formal"
# A sign that everyday text hardly has, and that the tokenizer splits off as a word of its own.
MARKS = {FORMAL: "§"}


def in_register(source: str, register: str) -> str:
    """Return a source with the mark of a register before it: `"§ "` and the text.

    Its earlier mark, if any, is taken away; with the register "" it has none.

    Raises:
        ValueError: if there is no such register.
    """
    if register and register not in MARKS:
        raise ValueError(
            f"Unknown register {register!r}: expected {' or '.join(map(repr, MARKS))}, or none."
        )
    plain = source.strip()
    if found := register_of(plain):
        plain = plain.removeprefix(MARKS[found]).lstrip()
    return f"{MARKS[register]} {plain}" if register else plain


def register_of(source: str) -> str:
    """Return the register whose mark a source begins with, or ""."""
    begins = source.lstrip().startswith
    return next((register for register, mark in MARKS.items() if begins(mark)), "")


def without_unknown(source: str, known: Collection[str]) -> str:
    """Return a source without its mark if that is of a register that a model does not know."""
    register = register_of(source)
    return in_register(source, "") if register and register not in known else source
