"""Batches of texts of similar length, for every measure that decodes a part of a corpus."""

from collections.abc import Iterator, Sequence

from tqdm import tqdm

from alignoscope.data.tokenizer import Tokenizer
from alignoscope.records.limits import MAX_MEASURED


def length_batches(
    tokenizer: Tokenizer, rows: Sequence[Sequence[str]], size: int, label: str
) -> Iterator[list[int]]:
    """Yield batches of indices of rows, short rows first.

    Rows with a text longer than `MAX_MEASURED` tokens are left out, since not all scores allow
    them.

    Args:
        tokenizer: the tokenizer by which length is counted, without the end mark.
        rows: rows of texts, such as pairs.
        size: the number of rows of a batch.
        label: the label of the progress bar.
    """
    columns = zip(*(tokenizer.ids(column) for column in zip(*rows, strict=True)), strict=True)
    sizes = [max(len(ids) - 1 for ids in row) for row in columns]
    order = sorted((i for i in range(len(rows)) if sizes[i] <= MAX_MEASURED), key=sizes.__getitem__)
    for start in tqdm(range(0, len(order), size), desc=label, unit="batch"):
        yield order[start : start + size]
