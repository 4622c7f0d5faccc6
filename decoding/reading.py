"""Tokenising a typed text within the limits, or explaining why it cannot be read."""

from alignoscope.data.registers import without_unknown
from alignoscope.data.tokenizer import Tokenizer
from alignoscope.records.limits import MAX_CHARACTERS, MAX_TOKENS
from alignoscope.records.sentence import Sentence


def read(tokenizer: Tokenizer, text: str, side: str, most: int = MAX_TOKENS) -> Sentence:
    """Tokenise a text that a model is to read.

    Every model can read `MAX_MEASURED` tokens; most can read more. A source loses the mark of a
    register that the model does not know, so that models which know it and others can be compared.

    Args:
        tokenizer: the tokenizer of the model.
        text: the text as it was typed.
        side: "source" or "target", for errors.
        most: the most tokens, without the end mark.

    Raises:
        ValueError: if it is no text, is empty, or longer than `most` tokens.
    """
    if not isinstance(text, str):
        raise ValueError(f"The {side} is a {type(text).__name__}: expected one sentence as a text.")
    if len(text) > MAX_CHARACTERS:
        raise ValueError(
            f"The {side} sentence is too long: {len(text):,} characters (maximum {most} tokens). "
            "Please shorten it."
        )
    if side == "source":
        text = without_unknown(text, tokenizer.registers)
    sentence = tokenizer.encode(text)
    size = len(sentence.ids) - 1
    if size == 0:
        raise ValueError(f"The {side} sentence is empty: type at least one word.")
    if size > most:
        raise ValueError(
            f"The {side} sentence is too long: {size:,} tokens (maximum {most}). Please shorten it."
        )
    return sentence
