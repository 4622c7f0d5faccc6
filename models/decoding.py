"""Decoding: greedy and forced, one sentence or a batch. Here, and only here, tensors become arrays.

Both are one loop over the `step` that trained the model; they differ in who chooses the next token.
"""

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from data.sentence import Sentence
from data.tokenizer import END_ID, START_ID, Tokenizer
from models.attention import Memory
from models.checkpoint import Checkpoint
from models.decoders import StepOutput
from models.seq2seq import Seq2Seq, pad_ids
from models.trace import Candidate, Trace, TraceStep
from models.variant import parse_variant

MAX_TOKENS = 100
CANDIDATES = 10


def translate(checkpoint: Checkpoint, texts: Sequence[str]) -> list[Trace]:
    """Translate texts greedily: at each step the most probable token is written.

    A translation ends at the end mark, or after twice its source's tokens and ten more.

    Raises:
        ValueError: if a text is empty or longer than `MAX_TOKENS` tokens.
    """
    sources = [read(checkpoint.tokenizer, text, "source") for text in texts]
    return _trace(checkpoint, sources, None)


def force(checkpoint: Checkpoint, texts: Sequence[str], targets: Sequence[str]) -> list[Trace]:
    """Score texts against given targets: at each step the target's own token is written.

    Raises:
        ValueError: if a text or target is empty or longer than `MAX_TOKENS` tokens, or their
            numbers differ.
    """
    if len(texts) != len(targets):
        raise ValueError(f"{len(texts)} sources and {len(targets)} targets: give one for each.")
    sources = [read(checkpoint.tokenizer, text, "source") for text in texts]
    return _trace(checkpoint, sources, [read(checkpoint.tokenizer, t, "target") for t in targets])


def read(tokenizer: Tokenizer, text: str, side: str) -> Sentence:
    """Return a text as a sentence that a model can read.

    Raises:
        ValueError: if the text is empty, or longer than `MAX_TOKENS` tokens.
    """
    sentence = tokenizer.encode(text)
    size, words = len(sentence.ids) - 1, len(sentence.words) - 1
    if size == 0:
        raise ValueError(f"The {side} sentence is empty: type at least one word.")
    if size > MAX_TOKENS:
        raise ValueError(
            f"The {side} sentence has {words:,} words ({size:,} tokens): at most {MAX_TOKENS} "
            "tokens can be shown. Shorten it."
        )
    return sentence


@torch.inference_mode()
def _trace(
    checkpoint: Checkpoint, sources: Sequence[Sentence], targets: Sequence[Sentence] | None
) -> list[Trace]:
    """Decode a batch and cut it into one trace a sentence."""
    if not sources:
        return []
    model = checkpoint.model
    memory = model.encode(pad_ids([sentence.ids for sentence in sources]))
    forced = None if targets is None else pad_ids([sentence.ids for sentence in targets])
    limits = torch.tensor([2 * len(sentence.ids) + 10 for sentence in sources])
    outputs, written, log_probs, best = _decode(model, memory, forced, limits)

    tokens, values = torch.stack(written, dim=1), memory.values.numpy()
    ended = (tokens == END_ID).int()
    stops = torch.where(ended.any(dim=1), ended.argmax(dim=1) + 1, limits).tolist()
    arrays = [_arrays(output) for output in outputs]
    traces = []
    for i, source in enumerate(sources):
        ids = tokens[i, : stops[i]].tolist()
        src_len = len(source.ids)
        steps = tuple(
            _step(checkpoint.tokenizer, arrays[t], best[t], log_probs[t], ids[t], i, src_len)
            for t in range(stops[i])
        )
        traces.append(
            Trace(
                variant=checkpoint.variant,
                timing=parse_variant(checkpoint.variant).timing,
                mode="free" if targets is None else "forced",
                source=source,
                target=checkpoint.tokenizer.decode(ids) if targets is None else targets[i],
                finished=ids[-1] == END_ID,
                values=values[i, :src_len].copy(),
                steps=steps,
            )
        )
    return traces


def _decode(
    model: Seq2Seq, memory: Memory, forced: Tensor | None, limits: Tensor
) -> tuple[list[StepOutput], list[Tensor], list[Tensor], list[tuple[Tensor, Tensor]]]:
    """Step until every sentence has ended; return outputs, tokens, log-probabilities and the best.

    A sentence that has ended goes on being decoded with the others: what it writes then is cut.
    """
    batch = len(memory.mask)
    state, token = model.decoder.initial_state(memory), torch.full((batch,), START_ID)
    running = torch.ones(batch, dtype=torch.bool)
    outputs, written, log_probs, best = [], [], [], []
    while running.any():
        output = model.step(token, state, memory)
        distribution = torch.log_softmax(model.logits(output.readout), dim=-1)
        top = distribution.topk(min(CANDIDATES, distribution.shape[-1]), dim=-1)
        token = top.indices[:, 0] if forced is None else forced[:, len(written)]
        state = output.state
        outputs.append(output)
        written.append(token)
        log_probs.append(distribution.gather(1, token.unsqueeze(1)).squeeze(1))
        best.append((top.values, top.indices))
        running &= token != END_ID
        if forced is None:
            running &= len(written) < limits
    return outputs, written, log_probs, best


def _arrays(output: StepOutput) -> dict[str, np.ndarray | None]:
    """Return the arrays of one step that a trace keeps, with the batch axis still on them."""
    scores, weights, context = output.attention
    tensors = {"query": output.query, "scores": scores, "weights": weights, "context": context}
    return {name: None if tensor is None else tensor.numpy() for name, tensor in tensors.items()}


def _step(
    tokenizer: Tokenizer,
    arrays: dict[str, np.ndarray | None],
    best: tuple[Tensor, Tensor],
    log_probs: Tensor,
    token: int,
    row: int,
    src_len: int,
) -> TraceStep:
    """Cut one sentence's step out of a batch."""
    cut = {"scores": src_len, "weights": src_len}
    kept = {
        name: None if array is None else array[row, : cut.get(name)].copy()
        for name, array in arrays.items()
    }
    pairs = zip(best[0][row].tolist(), best[1][row].tolist(), strict=True)
    return TraceStep(
        token=tokenizer.piece(token),
        log_prob=log_probs[row].item(),
        candidates=tuple(Candidate(token=tokenizer.piece(i), log_prob=p) for p, i in pairs),
        **kept,
    )
