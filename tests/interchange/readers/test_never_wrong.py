"""The row of a word is the step that wrote it, no weight is cut off unseen, or it is refused."""

import io
import re
import warnings

import numpy as np
import pytest

from alignoscope.api.foreign import from_arrays
from alignoscope.interchange.foreign.opening import open_foreign
from alignoscope.records.foreign import ForeignFile
from tests.shared.tool_files import WRITERS, given, some_weights

SOURCE, TARGET = ["the", "red", "car"], ["la", "voiture", "rouge", "."]
STARTS = ["<s>", "<sos>", "<start>", "[CLS]", "<bos>", "<pad>", "</s>"]
ENDS = ["</s>", "<eos>", "<end>", "[END]", "[SEP]"]


def opened(weights: np.ndarray, source: list[str], target: list[str]) -> ForeignFile:
    packed = io.BytesIO()
    np.savez(packed, weights=weights, source=np.array(source), target=np.array(target))
    (file,) = open_foreign(given({"a.npz": packed.getvalue()}))
    return file


def shown(file: ForeignFile) -> tuple[tuple[str, ...], tuple[str, ...], np.ndarray]:
    (one,) = file.sentences
    return one.target.pieces, one.source.pieces, one.maps[0, 0]


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("end", ENDS)
def test_a_start_mark_without_a_row_is_left_out_before_the_end_mark(start: str, end: str) -> None:
    weights = some_weights(5, 4)
    file = opened(weights, [*SOURCE, end], [start, *TARGET, end])
    target, source, rows = shown(file)
    assert (target, source) == ((*TARGET, end), (*SOURCE, end))
    np.testing.assert_array_equal(rows, weights)
    (change,) = file.changes
    assert change.startswith(f"Start mark of the target left out: no step wrote {start!r}")


@pytest.mark.parametrize(
    ("rows", "target", "words", "change"),
    [
        (4, ["<s>", *TARGET], TARGET, "Start mark of the target left out: no step"),
        (4, ["<s>", *TARGET, "</s>"], TARGET, "Start and end mark of the target left out"),
        (4, [*TARGET, "</s>"], TARGET, "End mark of the target left out"),
        (5, ["<s>", *TARGET], [*TARGET, "</s>"], "Start mark of the target left out and an end"),
        (6, ["<s>", *TARGET, "</s>"], ["<s>", *TARGET, "</s>"], "The target starts with '<s>'"),
        (5, TARGET, [*TARGET, "</s>"], "End mark added to the target"),
    ],
)
def test_rows_and_marks(rows: int, target: list[str], words: list[str], change: str) -> None:
    weights = some_weights(rows, 3)
    file = opened(weights, SOURCE, target)
    assert shown(file)[0] == tuple(words)
    np.testing.assert_array_equal(shown(file)[2], weights)
    assert file.changes[0].startswith(change)


@pytest.mark.parametrize(
    ("marks", "missing"),
    [
        (["fr_XX"], 1),
        (["</s>", "fra_Latn"], 1),
        (["</s>", "fra_Latn"], 2),
        (["__fr__"], 1),
        (["<|startoftranscript|>", "<|fr|>", "<|transcribe|>", "<|notimestamps|>"], 4),
    ],
)
def test_a_language_code_without_a_row_is_no_word(marks: list[str], missing: int) -> None:
    words = [*marks, *TARGET, "</s>"]
    weights = some_weights(len(words) - missing, 3)
    file = opened(weights, SOURCE, words)
    assert shown(file)[0] == tuple(words[missing:])
    np.testing.assert_array_equal(shown(file)[2], weights)
    assert f"of the target left out: no step wrote {marks[missing - 1]!r}" in file.changes[0]


def test_a_language_code_with_a_row_keeps_it() -> None:
    file = opened(some_weights(6, 3), SOURCE, ["fr_XX", *TARGET, "</s>"])
    assert (shown(file)[0][0], file.changes) == ("fr_XX", ())


def test_an_empty_row_is_that_of_the_start_mark() -> None:
    weights = some_weights(5, 3)
    file = opened(np.pad(weights, ((1, 0), (0, 0))), SOURCE, ["<s>", *TARGET, "</s>"])
    assert shown(file)[0] == (*TARGET, "</s>")
    np.testing.assert_array_equal(shown(file)[2], weights)
    assert file.changes == ("Start mark of the target left out: its row is empty (weights).",)


@pytest.mark.parametrize(
    ("source", "columns", "kept"),
    [
        (["<s>", *SOURCE, "</s>"], 3, SOURCE),
        (["<s>", *SOURCE], 3, SOURCE),
        ([*SOURCE, "</s>"], 3, SOURCE),
        (["<s>", *SOURCE, "</s>"], 4, None),  # nothing shows which mark has the column
        (SOURCE, 5, None),
        ([*SOURCE, "</s>"], 5, None),
        (SOURCE[:1], 3, None),
    ],
)
def test_columns_with_weight_are_kept_or_refused(
    source: list[str], columns: int, kept: list[str] | None
) -> None:
    weights = some_weights(4, columns)
    if kept is None:
        with pytest.raises(ValueError, match=f"a map of 4 x {columns} for 4 target and"):
            opened(weights, source, TARGET)
        return
    file = opened(weights, source, TARGET)
    assert shown(file)[1] == tuple(kept)
    np.testing.assert_array_equal(shown(file)[2], weights)
    assert "left out" in file.changes[0]


def test_unmasked_padding_is_refused_with_its_weight_and_shown_where_it_is_named() -> None:
    weights = np.zeros((10, 12), np.float32)  # as the plot of a tutorial has it
    weights[:4] = some_weights(4, 12)
    most = weights[:, 3:].sum(axis=1)
    with pytest.raises(ValueError, match=f"Up to {most.max():.2g} of a row is after the last"):
        opened(weights, SOURCE, TARGET)
    file = opened(weights, [*SOURCE, *["<pad>"] * 9], TARGET)
    np.testing.assert_array_equal(shown(file)[2], weights[:4])
    assert file.changes[0].startswith(f"{most.max():.2g} of row {most.argmax() + 1} is on padding")
    masked = np.pad(some_weights(4, 3), ((0, 6), (0, 9)))
    file = opened(masked, [*SOURCE, *["<pad>"] * 9], TARGET)
    assert (shown(file)[1], file.changes) == (tuple(SOURCE), ())


def test_a_first_source_token_without_weight_is_warned_of() -> None:
    weights = np.pad(some_weights(4, 3), ((0, 0), (1, 0)))
    file = opened(weights, [*SOURCE, "</s>"], TARGET)
    assert file.changes == ("No weight is on 'the', the first source token (weights).",)
    hard = np.eye(4, dtype=np.float32)[[1, 2, 1, 2]]  # Links leave more tokens without weight.
    assert opened(hard, [*SOURCE, "</s>"], TARGET).changes == ()


def test_no_end_mark_is_invented_in_a_padded_batch() -> None:
    batch = np.random.default_rng(3).dirichlet(np.ones(6), size=(3, 6)).astype("f4")
    words = [["a", "b", "c", "d"], ["a", "b"], ["a", "b", "c", "d", "e"]]
    for rows, source in zip(batch, words, strict=True):
        rows[:, len(source) :] = 0
        rows /= rows.sum(axis=1, keepdims=True)
    packed = io.BytesIO()
    np.savez(packed, weights=batch)
    lines = "\n".join(" ".join(line) for line in words)
    files = {"a.npz": packed.getvalue(), "s.txt": lines, "t.txt": lines.upper()}
    (file,) = open_foreign(given(files))
    for i, one in enumerate(file.sentences):
        n = len(words[i])
        assert (len(one.source.pieces), len(one.target.pieces)) == (n, n)
        np.testing.assert_array_equal(one.maps[0, 0], batch[i, :n, :n])


def test_sums_count_before_lengths_and_a_contradiction_is_refused() -> None:
    weights = np.pad(some_weights(3, 4), ((0, 1), (0, 0)))  # 3 target and 4 source tokens
    file = opened(weights, TARGET, SOURCE)
    np.testing.assert_array_equal(shown(file)[2], weights[:3])
    with pytest.raises(ValueError, match="rows are target tokens by their lengths, but only col"):
        opened(some_weights(3, 6).T, SOURCE, [*TARGET, "x", "</s>"])


def test_an_axis_of_1_is_no_axis_of_sentences() -> None:
    weights = some_weights(4, 3)
    for given_weights in (weights[..., None], weights[:, None]):
        np.testing.assert_array_equal(shown(opened(given_weights, SOURCE, TARGET))[2], weights)
    single = np.ones((4, 1, 1), np.float32)
    np.testing.assert_array_equal(shown(opened(single, ["the"], TARGET))[2], single[:, 0])


def test_words_of_other_names_are_known_and_unknown_names_are_named() -> None:
    packed, words = io.BytesIO(), {"src": np.array(SOURCE), "trg": np.array(TARGET)}
    np.savez(packed, attention=some_weights(4, 3), **words)
    (file,) = open_foreign(given({"a.npz": packed.getvalue()}))
    assert shown(file)[:2] == (tuple(TARGET), tuple(SOURCE))
    packed = io.BytesIO()
    np.savez(packed, attention=some_weights(4, 3), xs=words["src"], ys=words["src"])
    with pytest.raises(ValueError, match="the arrays xs and ys hold words: name them source"):
        open_foreign(given({"a.npz": packed.getvalue()}))


def test_generated_arrays_with_a_forced_beginning_keep_the_rows_of_their_tokens() -> None:
    steps = some_weights(3, 4)
    packed = io.BytesIO()
    sequences = np.array([[0, 11, 12, 13, 14, 1]])  # 0 11 12 were given
    np.savez(packed, cross=steps[:, None, None, None], sequences=sequences)
    source = {"s.txt": " ".join([*SOURCE, "</s>"])}
    (file,) = open_foreign(given({"a.npz": packed.getvalue(), **source}))
    assert shown(file)[0] == ("13", "14", "1")
    np.testing.assert_array_equal(shown(file)[2], steps)
    assert any("began with 3 tokens" in note for note in file.notes)


def _pairs(rows: np.ndarray, target: list[str], source: list[str]) -> dict[tuple[str, str], float]:
    return {
        (word, other): float(rows[i, j])
        for i, word in enumerate(target)
        for j, other in enumerate(source)
    }


@pytest.mark.parametrize("seed", range(400))
def test_a_map_is_the_truth_or_refused_or_warned_of(seed: int) -> None:
    """Random lengths, marks, padding and orientation, as arrays whose words may lack the marks.

    Each warning must be one that says what is different.
    """
    rng = np.random.default_rng(seed)
    source = [f"s{j}" for j in range(rng.integers(1, 6))] + ["</s>"] * rng.integers(2)
    target = [f"t{i}" for i in range(rng.integers(2, 6))] + ["</s>"] * rng.integers(2)
    rows = rng.dirichlet(np.full(len(source), 0.4), size=len(target)).astype("f4")
    truth = _pairs(rows, target, source)
    words = {"source": list(source), "target": list(target)}
    for side in words:
        started = rng.random() < 0.4
        words[side] = ["<sos>"] * started + words[side]
        if rng.random() < 0.3 and not (side == "source" and started):
            words[side] = [word for word in words[side] if word != "</s>"]
        elif rng.random() < 0.3 and words[side][-1] != "</s>":
            words[side].append("</s>")
        words[side] += ["<pad>"] * 2 * (rng.random() < 0.2)
    pads = rng.integers(3, size=2) * (rng.random(2) < 0.3) * [1, "<sos>" not in words["source"]]
    ahead = pads * (rng.random(2) < 0.3)  # Some batches have the padding before their tokens.
    rows = np.pad(rows, list(zip(ahead, pads - ahead, strict=True)))
    turned = rng.random() < 0.3
    rows = rows.T if turned else rows
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            trace = from_arrays(rows, words["source"], words["target"])
    except ValueError:
        return
    told = "\n".join(str(one.message) for one in caught)
    shown = {"source": list(trace.source.pieces), "target": list(trace.target.pieces)}
    for side, given_words in words.items():
        marks = _changed_marks(given_words, shown[side])
        assert all(re.search(f"(?i){mark}.*{side}|{side}.*{mark}", told) for mark in marks)
        real = [word for word in given_words if word[0] in "st"]
        assert [word for word in shown[side] if word[0] in "st"] == real
    found = _pairs(trace.weights, shown["target"], shown["source"])
    # A listed end mark may have an empty column of padding, and so no weight.
    same = {pair: truth.get(pair, 0 if "</s>" in pair else -1) for pair in found}
    if found != pytest.approx(same, abs=1e-6):
        assert re.search("sums to 0|No weight is on|is on padding|cut off before|end mark", told)
    if turned and rows.shape[0] != rows.shape[1]:
        assert "the maps were transposed" in told
    # The rows of named padding are left out: they hold any numbers.
    assert told or "<pad>" in words["target"] or trace.weights.sum() == pytest.approx(rows.sum())


def _changed_marks(given_words: list[str], shown: list[str]) -> list[str]:
    """Return the names of the marks that a side lost or got."""
    return [
        name
        for name, mark in (("start", "<sos>"), ("end mark", "</s>"))
        if (mark in given_words) != (mark in shown)
    ]


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("seed", range(5))
def test_what_is_usual_for_a_tool_is_right(name: str, seed: int) -> None:
    """Text files of tools are read without a warning, and then hold the truth."""
    rng = np.random.default_rng(seed)
    source = [f"s{j}" for j in range(rng.integers(2, 6))]
    target = [f"t{i}" for i in range(rng.integers(2, 6))]
    weights = some_weights(len(target) + 1, len(source) + 1, seed)
    (file,) = open_foreign(given(WRITERS[name](source, target, weights)))
    (one,) = file.sentences
    assert file.changes == ()
    truth = _pairs(weights, [*target, "</s>"], [*source, "</s>"])
    found = _pairs(one.maps[0, 0], list(one.target.pieces), list(one.source.pieces))
    assert found == pytest.approx(truth, abs=1e-5)


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("seed", range(20))
def test_a_file_of_a_tool_is_the_truth_or_refused_or_warned_of(name: str, seed: int) -> None:
    """Random marks among the words, with or without numbers, and files in a random order."""
    rng = np.random.default_rng(seed)
    source = [f"s{j}" for j in range(rng.integers(2, 6))]
    target = [f"t{i}" for i in range(rng.integers(2, 6))]
    ends = rng.integers(2, size=2)  # whether the end marks have numbers
    weights = some_weights(len(target) + ends[1], len(source) + ends[0], seed)
    ended = [*target, "</s>"][: len(weights)], [*source, "</s>"][: weights.shape[1]]
    truth = _pairs(weights, *ended)
    if name not in ("CTranslate2", "inseq", "Arrays (npz)"):  # They write a word for each number.
        starts = (rng.random(2) < 0.3).tolist()  # Marks that the tool read, without numbers.
        source, target = (["<s>"] * starts[0] + source, ["<s>"] * starts[1] + target)
    files = list(WRITERS[name](source, target, weights).items())
    rng.shuffle(files)
    try:
        (file,) = open_foreign(given(dict(files)))
    except ValueError:
        return
    (one,) = file.sentences
    found = _pairs(one.maps[0, 0], list(one.target.pieces), list(one.source.pieces))
    same = {pair: truth.get(pair, -1) for pair in found}
    assert file.changes or found == pytest.approx(same, abs=1e-4)
    assert file.changes or one.maps.sum() == pytest.approx(weights.sum(), abs=1e-3)
