"""NumPy arrays, `.npz` or `.npy`, as saved from transformers, Keras and JoeyNMT; no pickle."""

import io
import re
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from alignoscope.interchange.readers.documents import SIDES
from alignoscope.interchange.readers.fields import tokens
from alignoscope.interchange.readers.named_bytes import NUMPY, NamedBytes
from alignoscope.interchange.readers.names import (
    SOURCE,
    TARGET,
    TEXTS,
    one_of,
    plain_name,
    words_of,
)
from alignoscope.interchange.readers.picture import picture_of
from alignoscope.interchange.readers.places import (
    PICTURES,
    Field,
    counts_frames,
    flattened,
    grid_of,
    is_grid,
    seconds_of,
    sums_to_one,
    written,
)
from alignoscope.interchange.readers.systems import RawSentence, RawSentences, System
from alignoscope.interchange.readers.whole_numbers import unscaled
from alignoscope.records.axis import grid_axis
from alignoscope.records.damaged import ARRAYS
from alignoscope.records.limits import (
    MAX_IMPORT_BYTES,
    MAX_IMPORT_NUMBERS,
    MAX_IMPORT_SENTENCES,
    MAX_IMPORT_TOKENS,
    MAX_IMPORT_WORDS,
)
from alignoscope.records.trace import SELF

GivenWords = tuple[str, ...] | list[tuple[str, ...]] | None
_SAVE = "Save plain arrays: np.savez(FILE, weights=weights, source=words, target=words)."
_PICKLES = tuple(b"\x80" + bytes([protocol]) for protocol in range(2, 6))
_ITSELF = ("encoder_attentions", "decoder_attentions")  # Of the outputs of transformers.
_MODEL = {"special:model.yml", "decoder_W_comb_att"}  # Arrays of Marian's and Nematus' models.


def fits_arrays(file: NamedBytes) -> bool:
    """Return whether this is a NumPy file, a zip, or a pickle, which is refused."""
    return file.data[:4] == b"PK\x03\x04" or file.data.startswith((NUMPY, *_PICKLES))


def read_arrays(file: NamedBytes) -> list[System]:
    """Read weights [..., target, source], with the words if the file has them.

    Beside the words `tokens` they are self-attention. Arrays with numbered names are sentences of
    one system, other arrays are one system each. Before target and source there may be axes of
    layers, heads and sentences. The unchanged output of transformers' `generate` (`cross` [steps,
    layers, batch x beams, heads, source], `sequences`, `beam_indices`) is rearranged to maps.

    Raises:
        ValueError: if an array holds objects, or none holds weights.
    """
    arrays = _arrays(file)
    if _MODEL & arrays.keys():
        raise ValueError(
            f"{file.name} is a model and contains no maps. `alignoscope convert` makes it a "
            "model of this app."
        )
    if {"cross", "sequences"} <= arrays.keys():
        return [_generated(arrays)]
    kind = "weights"
    sides = {side: _name_of(arrays, side) for side in SIDES}
    words: dict[str, GivenWords] = {
        side: None if name is None else _labels(name, arrays[name]) for side, name in sides.items()
    }
    square = any(one.ndim > 1 and one.shape[-1] == one.shape[-2] for one in arrays.values())
    if "tokens" in arrays and square and not any(words.values()):
        sides, kind = dict.fromkeys(SIDES, "tokens"), SELF
        words = dict.fromkeys(SIDES, _labels("tokens", arrays["tokens"]))
    pictures = [name for name in arrays if plain_name(name) in PICTURES]
    planes = {
        name: array
        for name, array in arrays.items()
        if array.ndim >= 2 and array.size and name not in pictures
    }
    maps = {name: array for name, array in planes.items() if array.dtype.kind == "f"}
    scaled: list[str] = []
    if not maps:
        maps = {name: array for name, array in planes.items() if array.dtype.kind in "iub"}
        _check_total(file, maps)
        if maps:
            numbers, whole, scaled = unscaled([*maps.values()])
            maps = dict(zip(maps, numbers, strict=True))
            kind = SELF if kind == SELF else whole
    maps = {
        name: without_single_axes(array, len(words["target"] or ())) for name, array in maps.items()
    }
    maps, odd = _with_sums(maps)
    single = [side for side, name in sides.items() if name and _is_text(arrays[name])]
    batched = {side: _sentences(found, maps) for side, found in words.items()}
    spelled = tuple(s for s in SIDES if s in single or batched[s] is not words[s])
    words, beside = batched, _beside(arrays, maps)
    words, told = _by_number(arrays, words, maps)
    texts = [name for name, array in arrays.items() if array.dtype.kind in "US" and array.ndim == 1]
    if len(texts) > 1 and not any(words.values()):
        raise ValueError(
            f"{file.name}: the arrays {' and '.join(texts)} hold words: name them source and "
            "target."
        )
    others = [name for name in maps if name in _ITSELF and "cross_attentions" in maps]
    maps = {name: array for name, array in maps.items() if name not in others}
    if not maps:
        raise ValueError(f"{file.name} holds no array of weights. {_SAVE}{_other_zip(file)}")
    if any(array.ndim > 5 for array in maps.values()):
        raise ValueError(f"{file.name} holds an array of more than 5 axes.")
    _check_total(file, maps)
    counts = [None if words[side] is None else len(words[side] or ()) for side in words]
    grids = {name: array.shape[-2:] for name, array in maps.items() if is_grid(array, *counts)}
    for name in grids:
        if not isinstance(words["target"], list):
            words["target"] = written(words["target"], maps[name])
        maps[name] = flattened(maps[name])
    fields = _fields(arrays)
    seconds, framed = seconds_of(fields), counts_frames(fields)
    flat = {
        name: grid
        for name, array in maps.items()
        if words["source"] is None and name not in grids
        if (grid := grid_of(fields, array.shape[-1]))
    }
    grids |= flat
    drawn = {name: picture for name in pictures if (picture := picture_of(arrays[name]))}
    left = [
        *told,
        *(f"{name} is left out: its rows do not sum to 1." for name in odd),
        *(
            f"The picture in {name} is not read: open it with this file, as PNG or JPEG."
            for name in pictures
            if name not in drawn
        ),
    ]
    shown = tuple(drawn.values())[:1]
    if len(maps) > 1 and all(re.search(r"\d$", name) for name in maps):
        if any(words.values()) and all(array.ndim == 4 for array in maps.values()):
            raise ValueError(
                f"{file.name}: the {len(maps)} arrays with numbered names are read as sentences, "
                "but the words are of one. If they are its layers, save them as one array: "
                "cross_attentions=np.concatenate(LAYERS) of [layer, head, target, source]."
            )
        names = sorted(maps, key=lambda name: int(re.findall(r"\d+", name)[-1]))
        found = [_one(name, i, maps[name], words) for i, name in enumerate(names)]
        shapes = {grids.get(name) for name in maps}
        grid = shapes.pop() if len(shapes) == 1 else None
        return [
            System(
                sentences=_with_cells(found, grid),
                kind=kind,
                notes=[*scaled, *left],
                grid=grid,
                grid_given=bool(flat),
                seconds=seconds,
                framed=framed,
                pictures=shown,
                spelled=spelled,
                beside=beside,
            )
        ]
    return [
        System(
            sentences=_with_cells(_batch(name, array, words), grids.get(name)),
            kind=kind,
            name=name if len(maps) > 1 else "",
            grid=grids.get(name),
            grid_given=name in flat,
            seconds=seconds,
            framed=framed,
            pictures=shown,
            spelled=spelled,
            beside=beside,
            notes=[
                *scaled,
                *left,
                *_said_axes(_axes(name, array, words), name, kind),
                *(
                    f"{other} is self-attention and left out: save it beside tokens."
                    for other in others
                ),
            ],
        )
        for name, array in maps.items()
    ]


def _with_cells(found: Sequence[RawSentence], grid: tuple[int, int] | None) -> RawSentences:
    """Return sentences whose source are the cells of pictures, if they are."""
    if grid is None:
        return RawSentences(found)
    columns = {one.numbers.shape[-1] for one in found if one.numbers is not None}
    labels = {size: grid_axis(*grid, size).labels(size) for size in columns}
    return RawSentences(
        one if one.numbers is None else replace(one, source=labels[one.numbers.shape[-1]])
        for one in found
    )


def _beside(
    arrays: dict[str, np.ndarray], maps: dict[str, np.ndarray]
) -> dict[str, list[tuple[str, ...]]]:
    """Return the texts of arrays whose names say no side, one for each sentence."""
    texts = {
        name: _sentences(_labels(name, array), maps)
        for name, array in arrays.items()
        if array.dtype.kind in "US" and plain_name(name) in TEXTS
    }
    return {name: [one] if isinstance(one, tuple) else one for name, one in texts.items() if one}


def _fields(arrays: dict[str, np.ndarray]) -> dict[str, Field]:
    """Return the arrays of one number or text, and those of two whole numbers."""
    found: dict[str, Field] = {}
    for name, one in arrays.items():
        if one.size == 1 and one.dtype.kind in "iufU":
            found[name] = one.item()
        elif one.shape == (2,) and one.dtype.kind in "iu":
            found[name] = one.tolist()
    return found


def _other_zip(file: NamedBytes) -> str:
    """Return a sentence on a zip that NumPy did not write, or ""."""
    if file.data[:2] != b"PK":
        return ""
    with zipfile.ZipFile(io.BytesIO(file.data)) as packed:
        names = packed.namelist()
    if not names or any(name.endswith(".npy") for name in names):
        return ""
    if "mimetype" in names:
        return " If this is a sheet of LibreOffice, save it as .xlsx or CSV."
    return f" If it packs files such as {names[0][:40]}, unpack it and open these."


def _check_total(file: NamedBytes, maps: dict[str, np.ndarray]) -> None:
    if (total := sum(array.size for array in maps.values())) > MAX_IMPORT_NUMBERS:
        raise ValueError(
            f"{file.name} holds {total:,} numbers: at most {MAX_IMPORT_NUMBERS:,} are read."
        )


def without_single_axes(array: np.ndarray, rows: int = 0) -> np.ndarray:
    """Return weights [tgt_len, src_len, 1] or [tgt_len, 1, src_len] without the axis of 1.

    Some modules return [batch, src_len, 1] per step. The weights of a single source token are 1,
    and keep their axis.

    Args:
        array: the weights.
        rows: the number of target tokens, or 0 if it is unknown.
    """
    if array.ndim > 2 and array.shape[-1] == 1 < array.shape[-2] and (array != 1).any():
        array = array[..., 0]
    steps = array.ndim == 3 and array.shape[1] == 1 and rows > 1
    return array[:, 0] if steps and abs(len(array) - rows) <= 1 else array


def _arrays(file: NamedBytes) -> dict[str, np.ndarray]:
    if file.data.count(b"PK\x01\x02") > MAX_IMPORT_SENTENCES:
        raise ValueError(f"{file.name}: at most {MAX_IMPORT_SENTENCES:,} arrays are read.")
    size = 0
    try:
        if file.data[:2] != b"PK":
            return {"weights": np.load(io.BytesIO(file.data), allow_pickle=False)}
        with zipfile.ZipFile(io.BytesIO(file.data)) as packed:
            size = sum(info.file_size for info in packed.infolist())
            small = size <= 2 * MAX_IMPORT_BYTES
            torch = any(name.endswith("/data.pkl") for name in packed.namelist())
            if small and torch and not packed.testzip():
                raise ValueError("a pickle of PyTorch")
        if small:
            with np.load(io.BytesIO(file.data), allow_pickle=False) as found:
                return {name: np.asarray(found[name]) for name in found.files}
    except ARRAYS as error:
        objects = "pickle" in str(error)
        why = (
            ": it holds Python objects, which are not read" if objects else " is damaged or cut off"
        )
        load = "torch.load(NAME)" if "PyTorch" in str(error) else 'pickle.load(open(NAME, "rb"))'
        first = f"In Python: data = {load}. " * objects
        raise ValueError(f"{file.name}{why}. {first}{_SAVE}") from error
    raise ValueError(
        f"{file.name} has {size:,} bytes unpacked: at most {2 * MAX_IMPORT_BYTES:,} are read."
    )


def _name_of(arrays: dict[str, np.ndarray], side: str) -> str | None:
    """Return the array of a side's words, by the usual names or others that people give texts."""
    texts = [name for name, array in arrays.items() if array.dtype.kind in "US"]
    name: object = next((name for name in SIDES[side] if name in arrays), None)
    name = name or one_of(texts, words_of(SOURCE if side == "source" else TARGET))
    return None if name is None else str(name)


def _labels(name: str, array: np.ndarray) -> GivenWords:
    """Return the tokens of an array or of its one text, or those of each sentence of a batch."""
    if array.dtype.kind == "S" and array.size <= MAX_IMPORT_TOKENS:
        array = np.char.decode(array, "utf-8", "replace")
    if array.ndim == 2 and len(array) == 1:  # A batch of one sentence.
        array = array[0]
    if _is_text(array):
        return tokens(str(array.item())) or None
    many = array.size > MAX_IMPORT_TOKENS or (array.ndim == 2 and len(array) > MAX_IMPORT_SENTENCES)
    if array.ndim not in (1, 2) or array.shape[-1] > MAX_IMPORT_WORDS + 1 or many:
        raise ValueError(f"{name}: expected a list of up to {MAX_IMPORT_WORDS + 1:,} words.")
    if array.ndim == 2:  # Padded to one length.
        return [tuple(map(str, row[: _filled(row)])) for row in array]
    return tuple(map(str, array)) or None


def _is_text(array: np.ndarray) -> bool:
    """Return whether an array of letters is one text rather than a list of one word."""
    one = array.size == 1 and array.dtype.kind in "US"
    return one and (array.ndim == 0 or len(str(array.item()).split()) > 1)


def _filled(row: np.ndarray) -> int:
    """Return the number of words up to the last that is not empty."""
    return int(np.flatnonzero(row != "").max(initial=-1)) + 1 if row.dtype.kind == "U" else len(row)


def _sentences(words: GivenWords, maps: dict[str, np.ndarray]) -> GivenWords:
    """Return the tokens of each sentence, if the words of a batch are texts."""
    batch = isinstance(words, tuple) and any(" " in one.strip() for one in words)
    if not isinstance(words, tuple) or not batch:
        return words
    sizes = {(len(one), *(len(words) in one.shape[-2:],)) for one in maps.values() if one.ndim > 2}
    return [tokens(one) for one in words] if sizes == {(len(words), False)} else words


def _by_number(
    arrays: dict[str, np.ndarray], words: dict[str, GivenWords], maps: dict[str, np.ndarray]
) -> tuple[dict[str, GivenWords], list[str]]:
    """Return words, with those of arrays of other names that have a side's number, and notes."""
    shapes = {one.shape[-2:] for one in maps.values()}
    used = [name for names in SIDES.values() for name in names]
    others = {
        name: array
        for name, array in arrays.items()
        if array.dtype.kind in "US" and array.ndim == 1 and array.size > 1 and name not in used
    }
    if len(shapes) != 1 or all(words.values()) or not others:
        return words, []
    ((rows, columns),) = shapes
    fits = {
        side: [name for name in others if 0 <= size - len(others[name]) < 2]
        for side, size in (("source", columns), ("target", rows))
        if not words[side]
    }
    ways = [names for names in product(*fits.values()) if len({*names}) == len(names)]
    if len(ways) != 1:
        alone = [side for side, names in fits.items() if len(names) == 1]
        if len(others) > 1 or len(alone) != 1:
            return words, []
        fits, ways = {alone[0]: fits[alone[0]]}, [tuple(fits[alone[0]])]
    chosen = dict(zip(fits, ways[0], strict=True))
    notes = [
        f"The words of the {side} are {name}, by their number." for side, name in chosen.items()
    ]
    return words | {side: _labels(name, others[name]) for side, name in chosen.items()}, notes


def _with_sums(
    maps: dict[str, np.ndarray],
) -> tuple[dict[str, np.ndarray], list[str]]:
    """Return the maps without arrays that are none beside one whose sums are 1, and their names.

    Such are masks, states and spectrograms.
    """
    good = {name for name, one in maps.items() if sums_to_one(one)}
    odd = [name for name in maps if name not in good] if good else []
    return {name: one for name, one in maps.items() if name not in odd}, odd


def _one(name: str, number: int, array: np.ndarray, words: dict) -> RawSentence:
    numbers = array.reshape(*(1,) * (4 - array.ndim), *array.shape)
    if numbers.ndim == 5:
        if numbers.shape[1] != 1:
            raise ValueError(
                f"{name}: {numbers.shape[1]} sentences (layer, sentence, head, target, source) in "
                "one of several numbered arrays: save one array for each sentence."
            )
        numbers = numbers[:, 0]
    mine = {side: one[number] if isinstance(one, list) else one for side, one in words.items()}
    return RawSentence(where=name, number=number, numbers=numbers.astype(np.float32), **mine)


def _axes(name: str, array: np.ndarray, words: dict) -> tuple[str, ...]:
    """Return the names of an array's axes.

    `cross_attentions`, and arrays beside the words of a sentence, are of one sentence.
    """
    single = any(isinstance(one, tuple) for one in words.values())
    before = {
        3: ("head",) if single else ("sentence",),
        4: ("layer", "head") if single or name == "cross_attentions" else ("sentence", "head"),
        5: ("layer", "sentence", "head"),  # As stacked with `torch.stack`.
    }
    return (*before.get(array.ndim, ()), "target", "source")


def _said_axes(axes: Sequence[str], name: str, kind: str) -> list[str]:
    """Return a note on how the axes of an array are read, if it has more than two."""
    sides = ("token", "token") if kind == SELF else axes[-2:]
    said = f"{name}: its axes are read as {', '.join((*axes[:-2], *sides))}."
    return [said] if len(axes) > 2 else []


def _batch(name: str, array: np.ndarray, words: dict) -> list[RawSentence]:
    """Split a batch into its sentences."""
    axes = _axes(name, array, words)
    if "sentence" not in axes:
        return [_one(name, 0, array, words)]
    sentences = np.moveaxis(array, axes.index("sentence"), 0)
    lists = [one for one in words.values() if isinstance(one, list)]
    if any(len(one) != len(sentences) for one in lists):
        raise ValueError(f"{name}: {len(sentences)} sentences, but the words of {len(lists[0])}.")
    if len(sentences) > 1 and any(isinstance(one, tuple) for one in words.values()):
        raise ValueError(
            f"{name}: {len(sentences)} sentences (layer, sentence, head, target, source), but the "
            "words of one."
        )
    if len(sentences) == 1:
        return [_one(name, 0, sentences[0], words)]
    return RawSentences(
        _one(f"{name}, sentence {i + 1}", i, one, words) for i, one in enumerate(sentences)
    )


def _generated(arrays: dict[str, np.ndarray]) -> System:
    """Return the maps of the output of `generate`.

    Row t of a sequence's map is the row of the beam that it was on at step t.
    """
    cross, sequences = arrays["cross"], arrays["sequences"]
    if cross.ndim != 5 or cross.dtype.kind != "f":
        raise ValueError(
            "cross: expected weights [steps, layers, batch x beams, heads, source], got "
            f"{cross.dtype} {cross.shape}."
        )
    if "beam_indices" not in arrays and cross.shape[2] != len(sequences):
        raise ValueError(
            f"cross has {cross.shape[2]} rows per step for {len(sequences)} sequences, as a beam "
            "search has: save its beam_indices, too (older versions return them with "
            "output_scores=True)."
        )
    greedy = np.tile(np.arange(len(sequences))[:, None], len(cross))
    beams, sources = arrays.get("beam_indices", greedy), arrays.get("source_ids")
    for name in ("sequences", "beam_indices", "source_ids"):
        rows = arrays.get(name)
        if rows is not None and (rows.ndim != 2 or rows.dtype.kind not in "iu"):
            raise ValueError(
                f"{name}: expected whole numbers [batch, tokens or steps], got {rows.dtype} "
                f"{rows.shape}."
            )
    count = len(sequences) if sources is None else len(sources)
    if not count or len(sequences) % count or len(beams) != len(sequences):
        raise ValueError(
            f"{len(sequences)} sequences, {len(beams)} rows of beam_indices and {count} sources: "
            "they are of different runs. Save them from one call of `generate`."
        )
    per = len(sequences) // count
    # Sequences are as long as the longest, which has its steps after what the decoder began with.
    steps = min(len(cross), int((beams >= 0).sum(axis=1).max()))
    start = sequences.shape[1] - steps
    found = RawSentences()
    for i, row in enumerate(beams):
        kept = row[row >= 0][: len(cross)]
        if kept.max(initial=0) >= cross.shape[2]:
            raise ValueError(f"beam_indices, row {i + 1}: there is no row {kept.max()} in cross.")
        if start < 1 or not len(kept):
            raise ValueError(
                f"sequence {i + 1}: {len(kept)} steps of weights for {sequences.shape[1] - 1} "
                "tokens after the first, which starts the decoder. Save both from one call of "
                "`generate`."
            )
        numbers = np.stack([cross[t, :, beam] for t, beam in enumerate(kept)], axis=2)
        found.append(
            RawSentence(
                where=f"sequence {i + 1}",
                number=i // per,
                rank=i % per,
                source=None if sources is None else _ids(sources[i // per]),
                target=_ids(sequences[i, start : start + len(kept)]),
                numbers=numbers.astype(np.float32),
            )
        )
    notes = ["The file contains no words, so tokens are shown as numbers."]
    if start > 1:
        notes.append(f"The decoder began with {start} tokens that were file: they have no rows.")
    return System(sentences=found, notes=notes)


def _ids(row: np.ndarray) -> tuple[str, ...]:
    return tuple(str(int(one)) for one in row)
