"""The timings: which decoder state queries the encoder states, and where the context enters.

The classes differ in the order of the lines of `step`. Bahdanau's query is the state before the
RNN's update, and the context enters the RNN. Luong's is the state after the update, and the context
is combined with it after the RNN. Tacotron's is the state of an attention RNN, before two residual
layers. Nematus' is the state between two updates.

Each timing is one file with one class, which defines `step` and `single_source_readouts`. The
Transformer's decoder has no RNN, and so no timing (`transformer`).
"""

from typing import Protocol

from alignoscope.models.decoders.bahdanau import BahdanauDecoder
from alignoscope.models.decoders.base import RecurrentDecoder
from alignoscope.models.decoders.luong import LuongDecoder
from alignoscope.models.decoders.nematus import NematusDecoder
from alignoscope.models.decoders.tacotron import TacotronDecoder
from alignoscope.records.variant import ModelConfig


class Timing(Protocol):
    """The constructor of every timing's decoder class."""

    def __call__(self, config: ModelConfig) -> RecurrentDecoder:
        """Return a decoder with newly initialised weights."""


DECODERS: dict[str, Timing] = {
    "bahdanau": BahdanauDecoder,
    "luong": LuongDecoder,
    "tacotron": TacotronDecoder,
    "nematus": NematusDecoder,
}
