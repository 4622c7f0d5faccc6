"""Decoding: greedy, forced and sampled, one sentence or a batch. All return traces.

They are one loop over the `step` that trained the model, and differ in who chooses the next token
and whether an oracle has a say in the weights. Beam search is in `decoding.beam`, branches and
edits are in `decoding.what_if`.
"""

from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import Tensor

from alignoscope.data.tokenizer import END_ID, START_ID, Tokenizer
from alignoscope.decoding.oracle import Oracle, given_rows, no_oracle
from alignoscope.decoding.recording import BatchStep, Choice, make_trace, record
from alignoscope.models.attention import Memory
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.seq2seq import Seq2Seq, pad_ids
from alignoscope.records.limits import MAX_CHARACTERS, MAX_TOKENS
from alignoscope.records.sentence import Sentence
from alignoscope.records.trace import Trace

Choose = Callable[[Tensor, int], Tensor]  # log-probabilities [batch, vocab_size], step -> [batch]


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
    return decode(checkpoint, sources, choose_best, "free", _oracle(checkpoint, sources, given))


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

    sources = [read(checkpoint.tokenizer, text, "source") for text in texts]
    return decode(checkpoint, sources, draw, "sampled")


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
    oracle = _oracle(checkpoint, sources, given)
    return decode(checkpoint, sources, lambda _, step: ids[:, step], "forced", oracle, targets)


def read(tokenizer: Tokenizer, text: str, side: str) -> Sentence:
    """Return a text as a sentence that a model can read.

    Raises:
        ValueError: if the text is empty, or longer than `MAX_TOKENS` tokens.
    """
    if len(text) > MAX_CHARACTERS:
        raise ValueError(
            f"The {side} sentence has {len(text):,} characters: at most {MAX_TOKENS} tokens can be "
            "shown. Shorten it."
        )
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


def choose_best(log_probs: Tensor, _: int) -> Tensor:
    """Return the most probable tokens [batch] of log-probabilities [batch, vocab_size]."""
    return log_probs.argmax(dim=-1)


@torch.inference_mode()
def decode(
    checkpoint: Checkpoint,
    sources: Sequence[Sentence],
    choose: Choose,
    mode: str,
    oracle: Oracle = no_oracle,
    targets: Sequence[Sentence] | None = None,
) -> list[Trace]:
    """Decode a batch, `choose` writing the tokens, and cut it into one trace a sentence.

    With targets, which `choose` must write, a sentence ends where its target does.
    """
    if not sources:
        return []
    memory = checkpoint.model.encode(pad_ids([sentence.ids for sentence in sources]))
    limits = [len(t.ids) for t in targets] if targets else [length_limit(s) for s in sources]
    steps, tokens, log_probs = _run(checkpoint.model, memory, choose, torch.tensor(limits), oracle)
    traces = []
    for i, source in enumerate(sources):
        written = tokens[: limits[i], i].tolist()
        end = written.index(END_ID) + 1 if END_ID in written else len(written)
        path = [Choice(i, written[t], log_probs[t, i].item()) for t in range(end)]
        traces.append(
            make_trace(
                checkpoint,
                source,
                memory.values[i],
                steps,
                path,
                mode,
                targets[i] if targets else None,
            )
        )
    return traces


def _run(
    model: Seq2Seq, memory: Memory, choose: Choose, limits: Tensor, oracle: Oracle
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
        output = model.step(token, state, memory, oracle(len(steps)))
        log_probs = torch.log_softmax(model.logits(output.readout), dim=-1)
        state, token = output.state, choose(log_probs, len(steps))
        steps.append(record(output, log_probs))
        written.append(token)
        chosen.append(log_probs.gather(1, token.unsqueeze(1)).squeeze(1))
        running &= (token != END_ID) & (len(steps) < limits)
    return steps, torch.stack(written), torch.stack(chosen)


def _oracle(
    checkpoint: Checkpoint, sources: Sequence[Sentence], given: Sequence[np.ndarray] | None
) -> Oracle:
    return no_oracle if given is None else given_rows(checkpoint, sources, given)
