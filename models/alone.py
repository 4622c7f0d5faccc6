"""What a decoder makes of one source value alone, at all steps of a target that is known.

What depends on the step alone, or on the value alone, is computed once for all their pairs: the
same sums as those of a step, in another order.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple, cast

import torch
from torch import Tensor, nn
from torch.nn.functional import linear

from alignoscope.models.attention import Memory
from alignoscope.models.decoders import (
    BahdanauDecoder,
    Decoder,
    LuongDecoder,
    NematusDecoder,
    TacotronDecoder,
)
from alignoscope.models.encoder import Gru, Rnn
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.models.steps import join, run, select


class Asked(NamedTuple):
    """Pairs of a step and a source token, of sentences of a batch: each part is [n]."""

    sentence: Tensor
    step: Tensor
    place: Tensor

    def by_step(self, found: Tensor) -> Tensor:
        """Return rows [n, size] of what is known by step, [batch, tgt_len, size]."""
        return found[self.sentence, self.step]

    def by_place(self, found: Tensor) -> Tensor:
        """Return rows [n, size] of what is known by source token, [batch, src_len, size]."""
        return found[self.sentence, self.place]


Readouts = Callable[[Asked], Tensor]  # [n, embedding_size]


def readouts_of_one(model: Seq2Seq, memory: Memory, previous: Tensor, weights: Tensor) -> Readouts:
    """Return what gives the readouts of steps whose context is the value of one source token.

    All earlier steps have the weights [batch, tgt_len, src_len], and read what is `previous` to
    each, [batch, tgt_len].
    """
    decoder = model.decoder
    rnns = [module for module in decoder.modules() if isinstance(module, nn.RNNBase)]
    if decoder.fed_size and isinstance(decoder, LuongDecoder):
        return _step_by_step(model, memory, previous, weights)
    if not all(isinstance(rnn, Gru) and rnn.num_layers == 1 for rnn in rnns):
        return _step_by_step(model, memory, previous, weights)
    make = TIMINGS[type(decoder)]
    contexts = weights.to(memory.values.dtype) @ memory.values
    return make(decoder, memory, model.embed(previous), contexts)


def _luong(decoder: LuongDecoder, memory: Memory, words: Tensor, _: Tensor) -> Readouts:
    """Without input feeding the RNN never hears of a context."""
    queries, _ = _states(decoder.rnn, words, decoder.initial_state(memory).rnns[0][0])

    def readouts(asked: Asked) -> Tensor:
        value, query = asked.by_place(memory.values), asked.by_step(queries)
        return decoder.output(decoder.attentional_vector(value, query))

    return readouts


def _bahdanau(
    decoder: BahdanauDecoder, memory: Memory, words: Tensor, contexts: Tensor
) -> Readouts:
    gru, first = cast(Gru, decoder.rnn), decoder.initial_state(memory).rnns[0][0]
    _, before = _states(gru, torch.cat([words, contexts], dim=-1), first)
    weight, recurring, bias, other = gru.all_weights[0]
    read = _Parts(weight, bias, words, memory.values)
    recurrent = linear(before, recurring, other)
    deep, size = decoder.deep_output, gru.hidden_size
    beside = _Parts(deep.weight[:, size:], deep.bias, words, memory.values)

    def readouts(asked: Asked) -> Tensor:
        state = asked.by_step(before)
        hidden = _updated(read(asked), asked.by_step(recurrent), state)
        both = linear(hidden, deep.weight[:, :size]) + beside(asked)
        return both.unflatten(-1, (-1, 2)).amax(dim=-1)

    return readouts


def _nematus(decoder: NematusDecoder, memory: Memory, words: Tensor, contexts: Tensor) -> Readouts:
    first, second = cast(Gru, decoder.rnn), cast(Gru, decoder.second)
    state, found = decoder.initial_state(memory).rnns[0][0][0], []
    for word, context in zip(words.unbind(dim=1), contexts.unbind(dim=1), strict=True):
        found.append(first.cell(word, state))
        state = second.cell(context, found[-1])
    queries = torch.stack(found, dim=1)
    weight, recurring, bias, other = second.all_weights[0]
    read, recurrent = linear(memory.values, weight, bias), linear(queries, recurring, other)
    deep, size = decoder.deep_output, second.hidden_size
    beside = _Parts(deep.weight[:, size:], deep.bias, words, memory.values)

    def readouts(asked: Asked) -> Tensor:
        query = asked.by_step(queries)
        hidden = _updated(asked.by_place(read), asked.by_step(recurrent), query)
        both = linear(hidden, deep.weight[:, :size]) + beside(asked)
        return decoder.output(torch.tanh(both))

    return readouts


def _tacotron(
    decoder: TacotronDecoder, memory: Memory, words: Tensor, contexts: Tensor
) -> Readouts:
    first, *rest = (hidden[0] for hidden in decoder.initial_state(memory).rnns)
    fed = torch.cat([torch.zeros_like(contexts[:, :1]), contexts[:, :-1]], dim=1)
    queries, _ = _states(decoder.rnn, torch.cat([words, fed], dim=-1), first)
    joined = _Parts(decoder.joined.weight, decoder.joined.bias, queries, memory.values)
    x, layers = decoder.joined(torch.cat([queries, contexts], dim=-1)), []
    for gru, start in zip(cast(Iterable[Gru], decoder.residual), rest, strict=True):
        tops, before = _states(gru, x, start)
        x = x + tops
        weight, recurring, bias, other = gru.all_weights[0]
        layers.append((weight, bias, before, linear(before, recurring, other)))

    def readouts(asked: Asked) -> Tensor:
        x = joined(asked)
        for weight, bias, before, recurrent in layers:
            x = x + _updated(
                linear(x, weight, bias), asked.by_step(recurrent), asked.by_step(before)
            )
        return decoder.output(x)

    return readouts


TIMINGS: dict[type[Decoder], Callable[..., Readouts]] = {
    BahdanauDecoder: _bahdanau,
    LuongDecoder: _luong,
    NematusDecoder: _nematus,
    TacotronDecoder: _tacotron,
}


class _Parts:
    """W [x; h] + b of a step's x and a source token's h, each multiplied once."""

    def __init__(self, weight: Tensor, bias: Tensor, by_step: Tensor, values: Tensor) -> None:
        size = by_step.shape[-1]
        self.by_step = linear(by_step, weight[:, :size], bias)
        self.by_place = linear(values, weight[:, size:])

    def __call__(self, asked: Asked) -> Tensor:
        return asked.by_step(self.by_step) + asked.by_place(self.by_place)


def _states(rnn: Rnn, inputs: Tensor, first: Tensor) -> tuple[Tensor, Tensor]:
    """Return a GRU's states after and before all inputs [batch, n, size]; `first` [1, ...]."""
    after = run(rnn, inputs, (first,))[0]
    return after, torch.cat([first.transpose(0, 1), after[:, :-1]], dim=1)


def _updated(read: Tensor, recurrent: Tensor, before: Tensor) -> Tensor:
    """Return a GRU's next states of W x + b, U h + c, and h; see `models.encoder.Gru`."""
    (reset, update, new), others = read.chunk(3, dim=-1), recurrent.chunk(3, dim=-1)
    reset, update = torch.sigmoid(reset + others[0]), torch.sigmoid(update + others[1])
    return torch.lerp(torch.tanh(new + reset * others[2]), before, update)


def _step_by_step(model: Seq2Seq, memory: Memory, previous: Tensor, weights: Tensor) -> Readouts:
    """Walk all steps as decoding does, and then make each again for each source token."""
    state, states = model.decoder.initial_state(memory), []
    for token, rows in zip(previous.unbind(dim=1), weights.unbind(dim=1), strict=True):
        states.append(state)
        state = model.step(token, state, memory, rows).state
    walked = join(states)  # by step, and then by sentence

    def readouts(asked: Asked) -> Tensor:
        """A row is a batch entry with one source token to see, which has all the weight."""
        sentence, step, place = asked
        seen = Memory(
            memory.keys[sentence, place, None],
            memory.values[sentence, place, None],
            torch.ones(len(step), 1, dtype=torch.bool),
            memory.last[sentence],
        )
        before = select(walked, step * len(memory.mask) + sentence)
        past = before.past._replace(weights=before.past.weights.gather(1, place.unsqueeze(1)))
        given = torch.ones(len(step), 1)
        before = before._replace(past=past)
        return model.step(previous[sentence, step], before, seen, given).readout

    return readouts
