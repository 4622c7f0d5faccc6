"""Decoding: greedy, forced and sampled, one sentence or a batch. All return traces.

They are one loop over the `step` that trained the model, and differ in who chooses the next token.
Here, and only here, tensors become arrays. Beam search is in `models.beam`.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from data.limits import MAX_TOKENS
from data.sentence import Sentence
from data.tokenizer import END_ID, START_ID, Tokenizer
from models.attention import FixedContext, LocalAttention, Memory
from models.checkpoint import Checkpoint
from models.decoders import StepOutput
from models.seq2seq import Seq2Seq, pad_ids
from models.trace import Candidate, Trace, TraceStep
from models.variant import parse_variant

CANDIDATES = 10

Choose = Callable[[Tensor, int], Tensor]  # log-probabilities [batch, vocab_size], step -> [batch]


class Choice(NamedTuple):
    """The token that one sentence of a batch wrote at one step; `row` is its row in the batch."""

    row: int
    token: int
    log_prob: float


class BatchStep(NamedTuple):
    """One step of a whole batch, as arrays with the batch axis first."""

    arrays: dict[str, np.ndarray | None]  # query, scores, weights, context and center
    best: np.ndarray  # [batch, CANDIDATES], the most probable tokens
    best_log_probs: np.ndarray  # [batch, CANDIDATES]


def translate(
    checkpoint: Checkpoint, texts: Sequence[str], given: Sequence[np.ndarray] | None = None
) -> list[Trace]:
    """Translate texts greedily: at each step the most probable token is written.

    A translation ends at the end mark, or after twice its source's tokens and ten more. `given` is
    the oracle: for each text, weights [steps, src_len] that take the place of the computed ones, a
    row a step; the last row holds for all later steps.

    Raises:
        ValueError: if a text is empty or longer than `MAX_TOKENS` tokens, or given weights do not
            fit.
    """
    sources = [read(checkpoint.tokenizer, text, "source") for text in texts]
    return _decode(checkpoint, sources, lambda log_probs, _: log_probs.argmax(dim=-1), given)


def sample(
    checkpoint: Checkpoint,
    texts: Sequence[str],
    *,
    temperature: float = 1.0,
    top_k: int | None = None,
    seed: int = 0,
) -> list[Trace]:
    """Translate texts by drawing each token from p^(1 / temperature), of the `top_k` best only.

    Raises:
        ValueError: as `translate` does, or if temperature or `top_k` is out of range.
    """
    if not 0 < temperature <= 100:
        raise ValueError(f"The temperature is {temperature}: expected above 0 and at most 100.")
    vocab_size = checkpoint.model.config.vocab_size
    top_k = vocab_size if top_k is None else top_k
    if not 1 <= top_k <= vocab_size:
        raise ValueError(f"top_k is {top_k}: expected 1 to {vocab_size}, the vocabulary's size.")
    generator = torch.Generator().manual_seed(seed)

    def draw(log_probs: Tensor, _: int) -> Tensor:
        best = log_probs.topk(top_k, dim=-1)
        drawn = torch.softmax(best.values / temperature, dim=-1).multinomial(1, generator=generator)
        return best.indices.gather(1, drawn).squeeze(1)

    return _decode(checkpoint, [read(checkpoint.tokenizer, t, "source") for t in texts], draw)


def force(
    checkpoint: Checkpoint,
    texts: Sequence[str],
    targets: Sequence[str],
    given: Sequence[np.ndarray] | None = None,
) -> list[Trace]:
    """Score texts against given targets: at each step the target's own token is written.

    Raises:
        ValueError: as `translate` does, for the targets too, or if the numbers of texts and
            targets differ.
    """
    if len(texts) != len(targets):
        raise ValueError(f"{len(texts)} sources and {len(targets)} targets: give one for each.")
    sources = [read(checkpoint.tokenizer, text, "source") for text in texts]
    return force_sentences(
        checkpoint, sources, [read(checkpoint.tokenizer, t, "target") for t in targets], given
    )


def force_sentences(
    checkpoint: Checkpoint,
    sources: Sequence[Sentence],
    targets: Sequence[Sentence],
    given: Sequence[np.ndarray] | None = None,
) -> list[Trace]:
    """Score tokenised sources against tokenised targets; see `force`."""
    if not sources:
        return []
    ids = pad_ids([target.ids for target in targets])
    return _decode(checkpoint, sources, lambda _, step: ids[:, step], given, targets)


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


def length_limit(source: Sentence) -> int:
    """Return how many tokens a translation may have: twice the source's, and ten more."""
    return 2 * len(source.ids) + 10


@torch.inference_mode()
def _decode(
    checkpoint: Checkpoint,
    sources: Sequence[Sentence],
    choose: Choose,
    given: Sequence[np.ndarray] | None = None,
    targets: Sequence[Sentence] | None = None,
) -> list[Trace]:
    """Decode a batch, and cut it into one trace a sentence."""
    if not sources:
        return []
    memory = checkpoint.model.encode(pad_ids([sentence.ids for sentence in sources]))
    oracle = None if given is None else _pad_given(checkpoint, sources, given, memory)
    limits = [len(t.ids) for t in targets] if targets else [length_limit(s) for s in sources]
    steps, tokens, log_probs = _run(checkpoint.model, memory, choose, torch.tensor(limits), oracle)
    traces = []
    for i, source in enumerate(sources):
        written = tokens[: limits[i], i].tolist()
        end = written.index(END_ID) + 1 if END_ID in written else len(written)
        path = [Choice(i, written[t], log_probs[t, i].item()) for t in range(end)]
        traces.append(
            make_trace(
                checkpoint, source, memory.values[i], steps, path, targets[i] if targets else None
            )
        )
    return traces


def _run(
    model: Seq2Seq, memory: Memory, choose: Choose, limits: Tensor, oracle: Tensor | None
) -> tuple[list[BatchStep], Tensor, Tensor]:
    """Step until every sentence has ended; return the steps, tokens and log-probabilities.

    The two tensors are [tgt_len, batch]. A sentence that has ended goes on being decoded with the
    others: what it writes then is cut.
    """
    state = model.decoder.initial_state(memory)
    token = torch.full((len(memory.mask),), START_ID)
    running = torch.ones(len(token), dtype=torch.bool)
    steps, written, chosen = [], [], []
    while running.any():
        given = None if oracle is None else oracle[:, min(len(steps), oracle.shape[1] - 1)]
        output = model.step(token, state, memory, given)
        log_probs = torch.log_softmax(model.logits(output.readout), dim=-1)
        state, token = output.state, choose(log_probs, len(steps))
        steps.append(record(output, log_probs))
        written.append(token)
        chosen.append(log_probs.gather(1, token.unsqueeze(1)).squeeze(1))
        running &= (token != END_ID) & (len(steps) < limits)
    return steps, torch.stack(written), torch.stack(chosen)


def _pad_given(
    checkpoint: Checkpoint, sources: Sequence[Sentence], given: Sequence[np.ndarray], memory: Memory
) -> Tensor:
    """Return given weights as one tensor [batch, steps, src_len], the last rows repeated."""
    if isinstance(checkpoint.model.decoder.attention, FixedContext):
        raise ValueError(f"{checkpoint.variant} has no attention: weights cannot be given to it.")
    if len(given) != len(sources):
        raise ValueError(f"{len(sources)} texts and {len(given)} given weights: give one for each.")
    longest = max((len(rows) for rows in given), default=0)
    padded = torch.zeros(len(sources), longest, memory.mask.shape[1])
    for i, (source, rows) in enumerate(zip(sources, given, strict=True)):
        rows = np.asarray(rows, dtype=np.float32)
        if rows.ndim != 2 or not len(rows) or rows.shape[1] != len(source.ids):
            raise ValueError(
                f"Given weights of shape {rows.shape}: expected [steps, {len(source.ids)}], a "
                f"column for each of the source's tokens and the end mark, and at least one row."
            )
        if not np.isfinite(rows).all() or (rows < 0).any():
            raise ValueError("Given weights must be finite and not negative.")
        padded[i, :, : rows.shape[1]] = torch.from_numpy(
            rows[np.minimum(np.arange(longest), len(rows) - 1)]
        )
    return padded


def record(output: StepOutput, log_probs: Tensor) -> BatchStep:
    """Return what traces keep of one step of a batch, as arrays."""
    attention = output.attention
    parts = {"query": output.query, **attention._asdict()}
    best = log_probs.topk(min(CANDIDATES, log_probs.shape[-1]), dim=-1)
    return BatchStep(
        {name: None if part is None else part.numpy() for name, part in parts.items()},
        best.indices.numpy(),
        best.values.numpy(),
    )


def make_trace(
    checkpoint: Checkpoint,
    source: Sentence,
    values: Tensor,
    steps: Sequence[BatchStep],
    path: Sequence[Choice],
    forced: Sentence | None = None,
) -> Trace:
    """Return the trace of one sentence: its choices, and its rows of the batch's steps."""
    tokenizer, attention = checkpoint.tokenizer, checkpoint.model.decoder.attention
    src_len = len(source.ids)
    return Trace(
        variant=checkpoint.variant,
        timing=parse_variant(checkpoint.variant).timing,
        mode="free" if forced is None else "forced",
        source=source,
        target=tokenizer.decode([choice.token for choice in path]) if forced is None else forced,
        finished=path[-1].token == END_ID,
        window=attention.window if isinstance(attention, LocalAttention) else None,
        values=values[:src_len].numpy().copy(),
        steps=tuple(
            _make_step(tokenizer, step, choice, src_len)
            for step, choice in zip(steps, path, strict=False)
        ),
    )


def _make_step(tokenizer: Tokenizer, step: BatchStep, choice: Choice, src_len: int) -> TraceStep:
    row = {name: None if a is None else a[choice.row] for name, a in step.arrays.items()}
    best = zip(step.best[choice.row], step.best_log_probs[choice.row], strict=True)
    return TraceStep(
        token=tokenizer.piece(choice.token),
        log_prob=choice.log_prob,
        query=row["query"].copy(),
        scores=None if row["scores"] is None else row["scores"][:src_len].copy(),
        weights=None if row["weights"] is None else row["weights"][:src_len].copy(),
        context=row["context"].copy(),
        center=None if row["center"] is None else float(row["center"]),
        candidates=tuple(
            Candidate(token=tokenizer.piece(int(i)), log_prob=float(p)) for i, p in best
        ),
    )
