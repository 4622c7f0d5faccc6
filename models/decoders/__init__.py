"""The timings: when the decoder asks. The classes differ in the order of the lines of `step`.

Bahdanau asks with the state before its update, and the context enters the RNN; Luong asks with the
state after it, and the context joins the state behind the RNN; Tacotron asks with the state of an
RNN of its own, before two residual layers; Nematus asks between two updates of one state.

A timing is one file: a class with its `step` and its `single_source_readouts`.
"""

from typing import Protocol

from alignoscope.models.decoders.bahdanau import BahdanauDecoder
from alignoscope.models.decoders.base import Decoder
from alignoscope.models.decoders.luong import LuongDecoder
from alignoscope.models.decoders.nematus import NematusDecoder
from alignoscope.models.decoders.tacotron import TacotronDecoder
from alignoscope.records.variant import ModelConfig


class Timing(Protocol):
    """What every timing is: a class of decoders, each made of a configuration alone."""

    def __call__(self, config: ModelConfig) -> Decoder:
        """Return a decoder with fresh weights."""


DECODERS: dict[str, Timing] = {
    "bahdanau": BahdanauDecoder,
    "luong": LuongDecoder,
    "tacotron": TacotronDecoder,
    "nematus": NematusDecoder,
}
