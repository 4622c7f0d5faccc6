"""The register of a sentence, which a mark before it tells a model.

A model that reads everyday and formal text without a mark mixes the two: asked for small talk, it
answers as a parliament does. With a mark before the formal sources it keeps them apart (Kobus,
Crego and Senellart 2017, "Domain Control for Neural Machine Translation", section 3.1), and the
mark is a word of the source, with a column of its own in every map.
"""

FORMAL = "formal"
# A sign that everyday text hardly has, and that the tokenizer splits off as a word of its own.
MARKS = {FORMAL: "§"}


def in_register(source: str, register: str) -> str:
    """Return a source with the mark of a register before it: `"§ "` and the text.

    A text without a `register`, and one that has the mark already, is returned as it is.

    Raises:
        ValueError: if there is no such register.
    """
    if not register:
        return source
    if register not in MARKS:
        raise ValueError(
            f"Unknown register {register!r}: expected {' or '.join(map(repr, MARKS))}, or none."
        )
    mark = MARKS[register]
    return source if source.startswith(mark) else f"{mark} {source}"
