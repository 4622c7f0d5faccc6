"""The decoding loop, over the same `step` that trained the model.

The function that chooses the tokens is an argument, as is the oracle, which may replace weights.
Where both leave all to the model, `decoding.engine` computes the same in one call a sentence. Beam
search has a loop of its own (`decoding.beam`).
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from alignoscope.data.tokenizer import END_ID, START_ID
from alignoscope.decoding.engine.running import Decoded, by_engine
from alignoscope.decoding.oracle import Oracle, no_oracle
from alignoscope.decoding.recording import (
    BatchStep,
    Choice,
    Recorded,
    keep,
    make_trace,
    most_probable,
    record,
)
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.layers.attention import AttentionOutput, Memory
from alignoscope.models.layers.steps import DecoderState
from alignoscope.models.seq2seq import Seq2Seq, pad_ids
from alignoscope.records.sentence import Sentence
from alignoscope.records.trace import Trace


class _Walked(NamedTuple):
    """What decoding computed of one sentence."""

    values: Tensor  # [at least src_len, value_size]
    steps: Recorded  # of the batch
    path: list[Choice]


Choose = Callable[[Tensor, int], Tensor]  # log-probabilities [batch, vocab_size], step -> [batch]


def length_limit(source: Sentence) -> int:
    """Return the most tokens of a translation: twice the source's number, plus ten."""
    return 2 * len(source.ids) + 10


def choose_best(log_probs: Tensor, _: int) -> Tensor:
    """Return the most probable tokens [batch]; logits [batch, vocab_size] serve as well."""
    # NumPy's arg-max of a row takes a fifth of torch's time.
    return torch.from_numpy(log_probs.cpu().numpy().argmax(axis=-1))


def decode(
    checkpoint: Checkpoint,
    sources: Sequence[Sentence],
    mode: str,
    oracle: Oracle = no_oracle,
    targets: Sequence[Sentence] | None = None,
    prefix: Sequence[int] = (),
    choose: Choose = choose_best,
) -> list[Trace]:
    """Decode a batch of sentences, and return one trace per sentence.

    Args:
        checkpoint: the model and its tokenizer.
        sources: the tokenised sources.
        mode: the mode of the traces; `edited` instead where the oracle replaced weights.
        oracle: a function that may replace the weights of a step.
        targets: the targets to write, if they are known.
        prefix: without targets, the token ids that every sentence begins with.
        choose: a function from log-probabilities [batch, vocab_size] and a step to the tokens
            [batch] to write after what is known.
    """
    if not sources:
        return []
    limits = [len(t.ids) for t in targets] if targets else [length_limit(s) for s in sources]
    known = [target.ids for target in targets] if targets else [prefix] * len(sources)
    ids = [source.ids for source in sources]
    found = None
    if oracle is no_oracle and choose is choose_best:
        found = by_engine(checkpoint.model, ids, known, limits)
    if found is None:
        walked = _by_torch(checkpoint.model, ids, known, limits, choose, oracle)
    else:
        walked = [*map(_walked, found)]
    ends: Sequence[Sentence | None] = targets or [None] * len(sources)
    rows = zip(sources, walked, ends, strict=True)
    return [make_trace(checkpoint, source, *one, mode, end) for source, one, end in rows]


def until_end(tokens: Tensor) -> list[int]:
    """Return the ids of tokens [tgt_len] up to and including the first end mark, if any."""
    written: list[int] = tokens.tolist()
    return written[: written.index(END_ID) + 1] if END_ID in written else written


def still_running(
    running: Sequence[bool], token: Tensor, steps: int, limits: Sequence[int]
) -> list[bool]:
    """Return which sentences continue after a step.

    Args:
        running: which sentences were running before the step.
        token: the tokens [batch] that the step wrote.
        steps: the number of steps so far.
        limits: the most steps of each sentence.
    """
    return [
        before and written != END_ID and steps < limit
        for before, written, limit in zip(running, token.tolist(), limits, strict=True)
    ]


def _walked(found: Decoded) -> _Walked:
    """Return what the engine computed of a sentence, as a batch of one."""
    parts = tuple(None if part is None else part[:, np.newaxis] for part in found.parts)
    steps = Recorded(
        parts,
        found.candidate_log_probs[:, np.newaxis],
        found.candidates[:, np.newaxis],
        [False] * len(found.tokens),
    )
    path = zip(found.tokens.tolist(), found.log_probs.tolist(), strict=True)
    return _Walked(torch.from_numpy(found.values), steps, [Choice(0, *one) for one in path])


@torch.inference_mode()
def _by_torch(
    model: Seq2Seq,
    ids: Sequence[Sequence[int]],
    known: Sequence[Sequence[int]],
    limits: Sequence[int],
    choose: Choose,
    oracle: Oracle,
) -> list[_Walked]:
    """Decode sources of token `ids` as one batch; see `decode`."""
    memory = model.encode(pad_ids(ids))
    steps, tokens, log_probs = _run(model, memory, known, limits, choose, oracle)
    found = []
    for i, limit in enumerate(limits):
        written = until_end(tokens[:limit, i])
        chosen = log_probs[: len(written), i].tolist()
        path = [Choice(i, *choice) for choice in zip(written, chosen, strict=True)]
        found.append(_Walked(memory.values[i], steps, path))
    return found


def _run(
    model: Seq2Seq,
    memory: Memory,
    known: Sequence[Sequence[int]],
    limits: Sequence[int],
    choose: Choose,
    oracle: Oracle,
) -> tuple[Recorded, Tensor, Tensor]:
    """Step until every sentence has ended; return the steps, tokens and log-probabilities.

    The two tensors are [tgt_len, batch]. Sentences that have ended are decoded along with the
    others, and `_by_torch` cuts the tokens after their end.
    """
    state = model.decoder.initial_state(memory)
    token = torch.full((len(memory.mask),), START_ID)
    running = [True] * len(token)
    given_tokens = pad_ids(known)
    steps: list[BatchStep] = []
    written, chosen = [], []
    while any(running):
        look = partial(_look, model, token, state, memory)
        given = oracle(len(steps), look)
        output = model.step(token, state, memory, given)
        log_probs = torch.log_softmax(model.logits(*output.written), dim=-1)
        state = output.state
        if len(steps) < given_tokens.shape[1]:
            token = given_tokens[:, len(steps)]
        else:
            token = choose(log_probs, len(steps))
        steps.append(keep(output, most_probable(log_probs), given=given is not None))
        written.append(token)
        column = token.unsqueeze(1).to(log_probs.device)
        chosen.append(log_probs.gather(1, column).squeeze(1))
        running = still_running(running, token, len(steps), limits)
    return record(steps), torch.stack(written), torch.stack(chosen).cpu()


def _look(model: Seq2Seq, token: Tensor, state: DecoderState, memory: Memory) -> AttentionOutput:
    """Return the attention of a step with the model's computed weights, without taking the step."""
    return model.step(token, state, memory).attention
