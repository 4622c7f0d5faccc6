"""Conversion of an RNN model of Marian or Nematus to a `Seq2Seq` that computes the same numbers.

The model's three tables (source, target, vocabulary layer) become three parts of the one shared
embedding table, and the decoder's states are padded with zeros to the size of the encoder's. Every
matrix that reads one part has zeros for the others, so all results stay the same.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import torch

from alignoscope.data.corpus import normalise
from alignoscope.data.tokenizer import END_ID, SPECIAL, UNKNOWN_ID
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.imported.arrays import Sizes, check_shapes, read_model
from alignoscope.models.imported.vocabularies import END, UNKNOWN, joint_tokenizer, read_vocabulary
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.records.run import RunRecord
from alignoscope.records.variant import ModelConfig

VARIANT = "nematus-additive"
NEVER = -60_000.0  # The bias of tokens that the model cannot produce, within float16's range.
Arrays = Mapping[str, np.ndarray]


def import_model(path: Path | str, source: Path | str, target: Path | str) -> Checkpoint:
    """Return a checkpoint converted from a model's `.npz` file and its two vocabularies.

    Raises:
        ValueError: if a file is none, or the model is of a kind that is not read.
    """
    arrays = read_model(Path(path))
    try:
        sizes = check_shapes(arrays)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error
    words = []
    for file, size in ((source, sizes.source), (target, sizes.target)):
        words.append(read_vocabulary(Path(file))[:size])  # A model may leave out rare words.
        if len(words[-1]) != size:
            raise ValueError(f"{file} has {len(words[-1]):,} tokens, its model's table {size:,}.")
    tokenizer, joint = joint_tokenizer(*words)
    config = ModelConfig(
        variant=VARIANT,
        vocab_size=len(tokenizer),
        embedding_size=3 * sizes.embedding,
        hidden_size=2 * sizes.state,
        attention_size=2 * sizes.state,
        start="mean",
        dropout=0.0,
    )
    model = Seq2Seq(config)
    model.load_state_dict(_weights(arrays, sizes, words, joint, config))
    model.eval().requires_grad_(False)
    return Checkpoint(model=model, tokenizer=tokenizer, record=RunRecord())


def _weights(
    arrays: Arrays, sizes: Sizes, sides: Sequence[list[str]], joint: list[str], config: ModelConfig
) -> dict[str, torch.Tensor]:
    size, state = sizes.embedding, sizes.state
    table, bias = _table(arrays, sizes, sides, joint, config)
    # The offset of the part of an embedding that each RNN reads, and the whole size.
    first, second = (0, 3 * size), (size, 3 * size)
    found = {
        "embedding.weight": table,
        "bias": bias,
        **_gru(arrays, "encoder_bi", "encoder.layers.0.0", state, first),
        **_gru(arrays, "encoder_bi_r", "encoder.layers.0.1", state, first),
        **_gru(arrays, "decoder_cell1", "decoder.rnn", 2 * state, second),
        **_gru(arrays, "decoder_cell2", "decoder.second", 2 * state, (0, 2 * state), final=True),
        "decoder.first.weight": _filled(arrays["decoder_ff_state_W"].T, (2 * state, 2 * state)),
        "decoder.first.bias": _filled(arrays["decoder_ff_state_b"].ravel(), (2 * state,)),
        "decoder.attention.score.query.weight": _filled(
            arrays["decoder_W_comb_att"].T, (2 * state, 2 * state)
        ),
        "decoder.attention.score.key.weight": arrays["decoder_Wc_att"].T,
        "decoder.attention.score.key.bias": arrays["decoder_b_att"].ravel(),
        "decoder.attention.score.v.weight": arrays["decoder_U_att"].reshape(1, -1),
        **_readout(arrays, sizes),
    }
    return {name: torch.tensor(np.ascontiguousarray(a, np.float32)) for name, a in found.items()}


def _table(
    arrays: Arrays, sizes: Sizes, sides: Sequence[list[str]], joint: list[str], config: ModelConfig
) -> tuple[np.ndarray, np.ndarray]:
    """Return the row [source; target; vocabulary layer] of each token, and the output biases.

    A token that only one side has is read as unknown on the other side; one that only the source
    has is never produced. The start mark's row is zeros, since both programs start without a word.
    `Seq2Seq.embed` multiplies embeddings by the root of their size, so the two parts that it reads
    are divided by it.

    Args:
        arrays: the arrays of the model under Marian's names.
        sizes: the sizes of the model.
        sides: the tokens of the source and of the target vocabulary.
        joint: the tokens of both, in the order of their ids here, without the special ones.
        config: the configuration of the model here.
    """
    size = sizes.embedding
    numbers = [{normalise(word): i for i, word in reversed([*enumerate(side)])} for side in sides]
    shared = arrays.get("Wemb")
    source, target = (arrays.get(name, shared) for name in ("encoder_Wemb", "decoder_Wemb"))
    assert source is not None
    assert target is not None
    layer = arrays.get("decoder_ff_logit_l2_Wt")
    if layer is None:
        other = arrays.get("decoder_ff_logit_l2_W")
        layer = target if other is None else other.T
    table = np.zeros((config.vocab_size, 3 * size), np.float32)
    bias = np.full(config.vocab_size, NEVER, np.float32)
    own = arrays["decoder_ff_logit_l2_b"].ravel()
    rows = [(UNKNOWN_ID, UNKNOWN, UNKNOWN), (END_ID, END, END)] + [
        (i, numbers[0].get(word, UNKNOWN), numbers[1].get(word, UNKNOWN))
        for i, word in enumerate(joint, start=len(SPECIAL))
    ]
    scale = np.sqrt(np.float32(3 * size))
    for row, read, written in rows:
        table[row] = np.concatenate([source[read] / scale, target[written] / scale, layer[written]])
        if row in (UNKNOWN_ID, END_ID) or written != UNKNOWN:
            bias[row] = own[written]
    return table, bias


def _gru(
    arrays: Arrays,
    name: str,
    ours: str,
    size: int,
    inputs: tuple[int, int],
    *,
    final: bool = False,
) -> dict[str, np.ndarray]:
    """Return the weights of a GRU cell under the names of torch's GRU.

    Torch's candidate is tanh(W x + b + r * (U h + c)). The candidate bias of Marian and Nematus is
    b, but in the decoder's second cell it is c. The gates have the same order: reset, update.

    Args:
        arrays: the arrays of the model under Marian's names.
        name: the prefix of the cell's arrays.
        ours: the prefix of the cell's weights here.
        size: the size of the state here, padded with zeros.
        inputs: the offset of the cell's inputs, and the whole size of the input here.
        final: whether this is the decoder's second cell.
    """
    state = arrays[f"{name}_U"].shape[0]
    at, wide = inputs

    def gates(matrix: str, candidate: str, columns: int, start: int) -> np.ndarray:
        both = arrays[f"{name}_{matrix}"]
        blocks = [both[:, :state], both[:, state:], arrays[f"{name}_{candidate}"]]
        placed = np.zeros((3, size, columns), np.float32)
        for block, array in zip(placed, blocks, strict=True):
            block[:state, start : start + len(array)] = array.T
        return placed.reshape(3 * size, columns)

    biases = np.zeros((2, 3, size), np.float32)
    biases[0, :2, :state] = arrays[f"{name}_b"].reshape(2, state)
    biases[int(final), 2, :state] = arrays[f"{name}_bx"].ravel()
    return {
        f"{ours}.weight_ih_l0": gates("W", "Wx", wide, at),
        f"{ours}.weight_hh_l0": gates("U", "Ux", size, 0),
        f"{ours}.bias_ih_l0": biases[0].ravel(),
        f"{ours}.bias_hh_l0": biases[1].ravel(),
    }


def _readout(arrays: Arrays, sizes: Sizes) -> dict[str, np.ndarray]:
    """Return the weights of the readout.

    The deep output is written to the first of a readout's three parts, and the output layer moves
    it to the last, which the vocabulary layer reads.
    """
    size, state = sizes.embedding, sizes.state
    deep = np.zeros((3 * size, 2 * state + 3 * size + 2 * state), np.float32)
    embedded = 2 * state + size  # The decoder reads the second part of an embedding.
    deep[:size, :state] = arrays["decoder_ff_logit_l1_W1"].T
    deep[:size, embedded : embedded + size] = arrays["decoder_ff_logit_l1_W0"].T
    deep[:size, 2 * state + 3 * size :] = arrays["decoder_ff_logit_l1_W2"].T
    bias = sum(arrays[f"decoder_ff_logit_l1_b{i}"].ravel() for i in range(3))
    output = np.zeros((3 * size, 3 * size), np.float32)
    output[2 * size :, :size] = np.eye(size)
    return {
        "decoder.deep_output.weight": deep,
        "decoder.deep_output.bias": _filled(np.asarray(bias), (3 * size,)),
        "decoder.output.weight": output,
    }


def _filled(array: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Return an array padded with zeros at its end to a shape."""
    return np.pad(array, [(0, most - size) for size, most in zip(array.shape, shape, strict=True)])
