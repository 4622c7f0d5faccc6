"""Reading: a person's text as a sentence that a model can take, or why it cannot."""

from alignoscope.data.tokenizer import Tokenizer
from alignoscope.records.limits import MAX_CHARACTERS, MAX_TOKENS
from alignoscope.records.sentence import Sentence


def read(tokenizer: Tokenizer, text: str, side: str, most: int = MAX_TOKENS) -> Sentence:
    """Return a text as a sentence that a model can read.

    Every model reads `MAX_MEASURED` tokens, and most of them more.

    Raises:
        ValueError: if the text is empty, or longer than `most` tokens.
    """
    if len(text) > MAX_CHARACTERS:
        raise ValueError(
            f"The {side} sentence has {len(text):,} characters: at most {most} tokens can be "
            "shown. Shorten it."
        )
    sentence = tokenizer.encode(text)
    size, words = len(sentence.ids) - 1, len(sentence.words) - 1
    if size == 0:
        raise ValueError(f"The {side} sentence is empty: type at least one word.")
    if size > most:
        raise ValueError(
            f"The {side} sentence has {words:,} words ({size:,} tokens): at most {most} "
            "tokens can be shown. Shorten it."
        )
    return sentence
