"""Files of inseq's `out.save(...)`: attributions [source, target, ...] as base64 safetensors."""

import base64
import binascii

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load

from alignoscope.interchange.readers.documents import has_fields
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.readers.systems import RawSentence, RawSentences, System
from alignoscope.records.json_values import Value

_NAME = "sequence_attributions"


def fits_inseq(file: NamedBytes) -> bool:
    """Return whether this is a saved attribution, with or without class names."""
    return f'"{_NAME}"' in file.text and (
        has_fields(_NAME)(file) or has_fields("attributes", "__instance_type__")(file)
    )


def read_inseq(file: NamedBytes) -> list[System]:
    """Read the source attributions: attention by layer and head, or else norms over further axes.

    Each row of norms is divided by its sum.

    Raises:
        ValueError: if a field is missing or wrong, or an array is damaged.
    """
    whole = _plain(file.items[0])
    info = _plain(whole.field("info"))
    method = info.field("attribution_method").given(lambda value: value.text(200), "")
    found, notes = RawSentences(), []
    for i, item in enumerate(whole.field(_NAME).items()):
        one = _plain(item)
        first = one.field("attr_pos_start").given(Value.whole, 0)
        source = one.field("source").each(None, _token)
        target = one.field("target").each(None, _token)
        array = _array(one.field("source_attributions"))
        if not 2 <= array.ndim <= 4:
            raise ValueError(f"{one.where}: the array has {array.ndim} axes, expected 2 to 4.")
        numbers: np.ndarray = np.moveaxis(array.astype(np.float32), 0, 1)
        target = target[first : first + len(numbers)]
        if method == "attention":
            numbers = np.moveaxis(numbers, (0, 1), (-2, -1))
        else:
            numbers = np.nan_to_num(numbers).reshape(*numbers.shape[:2], -1)
            numbers = np.sqrt((numbers**2).sum(axis=2))
            total = numbers.sum(axis=-1, keepdims=True)
            numbers = numbers / np.where(total > 0, total, 1)
        numbers = numbers.reshape(*(1,) * (4 - numbers.ndim), *numbers.shape)
        found.append(
            RawSentence(where=one.where, number=i, source=source, target=target, numbers=numbers)
        )
    if method != "attention":
        notes.append(f"These are attributions by {method}, normalised over each row, not weights.")
    kind = "weights" if method == "attention" else "attributions"
    return [System(sentences=found, kind=kind, notes=notes)]


def _plain(value: Value) -> Value:
    """Return the attributes of a serialised object, or the value itself if it is not one."""
    if isinstance(value.value, dict) and "__instance_type__" in value.value:
        return Value(where=value.where, value=value.value.get("attributes"))
    return value


def _token(value: Value) -> str:
    return _plain(value).field("token").text()


def _array(value: Value) -> np.ndarray:
    try:
        arrays = load(base64.b64decode(value.text(10**9), validate=True))
        return arrays["attribution"]
    except (binascii.Error, SafetensorError, KeyError) as error:
        raise ValueError(
            f"{value.where}: expected safetensors in base64: it is damaged."
        ) from error
