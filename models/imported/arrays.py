"""The arrays of an RNN model of Marian or Nematus under Marian's names, and their shapes."""

import io
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np

from alignoscope.records.damaged import ARRAYS

OPTIONS = "special:model.yml"
KINDS = ("s2s", "nematus", "amun")
_CELL = {"W": "W", "U": "U", "b": "b", "Wx": "Wx", "Ux": "Ux", "bx": "bx"}
# Nematus' names, and Marian's names for the same arrays (as in Marian's own reader, `amun.h`).
NEMATUS = {
    "Wemb": "encoder_Wemb",
    "Wemb_dec": "decoder_Wemb",
    **{f"encoder_{part}": f"encoder_bi_{part}" for part in _CELL},
    **{f"encoder_r_{part}": f"encoder_bi_r_{part}" for part in _CELL},
    **{f"decoder_{part}": f"decoder_cell1_{part}" for part in _CELL},
    "decoder_Wc": "decoder_cell2_W",
    "decoder_Wcx": "decoder_cell2_Wx",
    **{f"decoder_{part}_nl": f"decoder_cell2_{part}" for part in ("U", "b", "Ux", "bx")},
    "ff_state_W": "decoder_ff_state_W",
    "ff_state_b": "decoder_ff_state_b",
    **{
        f"ff_logit_{layer}_{part}": f"decoder_ff_logit_l1_{part}{i}"
        for i, layer in enumerate(("prev", "lstm", "ctx"))
        for part in ("W", "b")
    },
    "ff_logit_W": "decoder_ff_logit_l2_W",
    "ff_logit_b": "decoder_ff_logit_l2_b",
}
_IGNORED = re.compile(r"special:|decoder_c_tt$|history_errs$|uidx$|zipped_params$|uncompressed")
_PLAIN = {  # These options must have one of these values, or be absent.
    "enc-depth": ("1",),
    "dec-depth": ("1",),
    "enc-cell": ("gru", "gru-nematus"),
    "dec-cell": ("gru", "gru-nematus"),
    "enc-cell-depth": ("1",),
    "dec-cell-base-depth": ("2",),
    "enc-type": ("bidirectional",),
    "layer-normalization": ("false",),
    "right-left": ("false",),
    "skip": ("false",),
}


class Sizes(NamedTuple):
    """The sizes of the embeddings, of the decoder state, and of both vocabularies."""

    embedding: int
    state: int
    source: int
    target: int


def read_model(path: Path) -> dict[str, np.ndarray]:
    """Return the arrays of a model file under Marian's names, in float32.

    Raises:
        ValueError: if it is no such file, holds objects, or is of another kind of model.
    """
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
            found = {name: file[name] for name in file.files}
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror or error}.") from error
    except ARRAYS as error:
        why = "it holds Python objects" if "pickle" in str(error) else "it is damaged or none"
        raise ValueError(f"{path} is no model in .npz of plain arrays: {why}.") from error
    if OPTIONS in found:
        _check_options(path, _options(found[OPTIONS]))
    arrays = {
        NEMATUS.get(name, name): array.astype(np.float32)
        for name, array in found.items()
        if not _IGNORED.match(name) and array.dtype.kind == "f"
    }
    if "decoder_cell1_U" not in arrays:
        raise ValueError(
            f"{path} is no RNN model of Marian (s2s) or Nematus: it has no decoder_cell1_U."
        )
    return arrays


def check_shapes(arrays: Mapping[str, np.ndarray]) -> Sizes:
    """Check that the arrays of a model fit each other, and return the model's sizes.

    Raises:
        ValueError: if an array is missing, of another shape, unknown, or not finite.
    """
    source = arrays.get("encoder_Wemb", arrays.get("Wemb"))
    target = arrays.get("decoder_Wemb", arrays.get("Wemb"))
    if source is None or target is None or source.ndim != 2 or target.ndim != 2:
        raise ValueError("The model has no embeddings: encoder_Wemb and decoder_Wemb.")
    sizes = Sizes(target.shape[1], arrays["decoder_cell1_U"].shape[0], len(source), len(target))
    wanted = _shapes(sizes)
    for name, shape in wanted.items():
        if name in arrays and arrays[name].size == np.prod(shape) and arrays[name].ndim <= 2:
            if not np.isfinite(arrays[name]).all():
                raise ValueError(f"The array {name} is not all finite numbers.")
        elif name not in _OPTIONAL:
            there = arrays[name].shape if name in arrays else "not there"
            raise ValueError(f"The array {name} is {there}: expected {shape}.")
    unknown = sorted(arrays.keys() - wanted.keys() - {"Wemb"})
    if unknown:
        raise ValueError(
            f"The model has arrays that are not known here, such as {unknown[0]}: layer "
            "normalisation, more layers and other cells are not read."
        )
    return sizes


def _shapes(sizes: Sizes) -> dict[str, tuple[int, ...]]:
    size, state, source, target = sizes
    both = 2 * state

    def cell(name: str, inputs: int) -> dict[str, tuple[int, ...]]:
        return {
            f"{name}_W": (inputs, both),
            f"{name}_U": (state, both),
            f"{name}_b": (1, both),
            f"{name}_Wx": (inputs, state),
            f"{name}_Ux": (state, state),
            f"{name}_bx": (1, state),
        }

    return {
        "encoder_Wemb": (source, size),
        "decoder_Wemb": (target, size),
        **cell("encoder_bi", size),
        **cell("encoder_bi_r", size),
        **cell("decoder_cell1", size),
        **cell("decoder_cell2", both),
        "decoder_ff_state_W": (both, state),
        "decoder_ff_state_b": (1, state),
        "decoder_W_comb_att": (state, both),
        "decoder_Wc_att": (both, both),
        "decoder_b_att": (1, both),
        "decoder_U_att": (both, 1),
        **{
            f"decoder_ff_logit_l1_W{i}": (inputs, size)
            for i, inputs in enumerate((size, state, both))
        },
        **{f"decoder_ff_logit_l1_b{i}": (1, size) for i in range(3)},
        "decoder_ff_logit_l2_W": (size, target),
        "decoder_ff_logit_l2_Wt": (target, size),
        "decoder_ff_logit_l2_b": (1, target),
    }


_OPTIONAL = {
    "encoder_Wemb",  # A model may have one table for both languages.
    "decoder_Wemb",
    "decoder_ff_logit_l2_W",  # One of these two, or neither if tied to the embeddings.
    "decoder_ff_logit_l2_Wt",
}


def _options(array: np.ndarray) -> dict[str, str]:
    """Return the scalar options that Marian stores with the weights: YAML, one per line."""
    text = array.tobytes().rstrip(b"\0").decode("utf-8", "replace")
    pairs = (line.partition(": ") for line in text.splitlines() if not line.startswith(" "))
    return {name: value.strip().strip('"') for name, _, value in pairs if value}


def _check_options(path: Path, options: Mapping[str, str]) -> None:
    kind = options.get("type", "s2s")
    if kind not in KINDS:
        raise ValueError(f"{path} is a model of the type {kind}: only {', '.join(KINDS)} are read.")
    for name, allowed in _PLAIN.items():
        if options.get(name, allowed[0]) not in allowed:
            raise ValueError(
                f"{path} was trained with {name}: {options[name]}. Only models with "
                f"{name}: {allowed[0]} are read."
            )
