"""The catalogue of timings: formula, the state used as query, and where the context goes.

`models.decoders` has the decoders with these steps.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple


class ClockBox(NamedTuple):
    """A box of a timing's clock diagram, centred at `x`.

    The role, if any, is "asks" (the query), "token" or "input". In labels, {now} and {before} are
    the numbers of the states, {token} is the token that the step writes and {prior} the one that it
    reads; any other name is a phrase of the reader's language, as in the labels of arrows.
    """

    x: float
    row: Literal["attention", "state", "input"]
    width: float
    label: str
    role: str = ""


class ClockArrow(NamedTuple):
    """An arrow of a clock diagram; its role, if any, is "asks" (the query) or "context".

    The label, if any, is "+" or starts with the arrow's number in the order of events. Two arrows
    that end at one box add up, if one of them has a "+".
    """

    start: str
    end: str
    label: str = ""
    role: str = ""


@dataclass(frozen=True, kw_only=True)
class TimingEntry:
    """The catalogue entry of one timing.

    Args:
        formula: one step, in LaTeX.
        output: the probability of the next token, in LaTeX.
        paper: the formula's source.
        state: the letter of the state that the query is taken from.
        carried: the letter of the state that one step passes to the next.
        asks: the symbol of the query, such as "s[i-1]".
        asker: the name of the state that is the query.
        moment: when in a step the decoder attends.
        events: the order of events in a step.
        context: where the context goes, as a predicate of "The context vector".
        unfed: why input feeding does not apply; empty if it can be switched on.
        rnn, behind: the labels of the RNN's box and of the box after it, in the diagram of a step.
        enters: when the context enters the box `rnn`.
        boxes, arrows: the clock diagram.
    """

    formula: str
    output: str
    paper: str
    state: str
    carried: str
    asks: str
    asker: str
    moment: str
    events: str
    context: str
    unfed: str
    rnn: str
    behind: str
    enters: Literal["now", "later", "never"]
    boxes: Mapping[str, ClockBox]
    arrows: tuple[ClockArrow, ...]

    @property
    def index(self) -> str:
        """The letter of the step index: i or t."""
        return self.asks[len(self.state) + 1]

    @property
    def asks_before(self) -> bool:
        """True if the query is the state before the decoder's update."""
        return self.asks.endswith("-1]")


TIMINGS: Mapping[str, TimingEntry] = {  # in the order shown on pages
    "bahdanau": TimingEntry(
        formula=r"\begin{aligned} c_i &= \mathrm{attend}(\query{s_{i-1}}) \\ "
        r"s_i &= f(s_{i-1}, [E y_{i-1}; c_i]) \end{aligned}",
        output=r"p(y_i \mid y_1, \ldots, y_{i-1}, x) = g(y_{i-1}, s_i, c_i)",
        paper="Bahdanau et al. 2015, section 3.1",
        state="s",
        carried="s",
        asks="s[i-1]",
        asker="the decoder's state before its update",
        moment="before the decoder updates its state",
        events=(
            "The old state is the query; then the RNN reads the context vector and the "
            "previous token."
        ),
        context="enters the RNN, so it affects the next state and the output",
        unfed="the context vector already enters the RNN",
        rnn="RNN",
        behind="output",
        enters="now",
        boxes={
            "state": ClockBox(30, "state", 52, "s[{before}]", "asks"),
            "attention": ClockBox(104, "attention", 84, "{attention}"),
            "rnn": ClockBox(178, "state", 48, "RNN"),
            "after": ClockBox(252, "state", 52, "s[{now}]"),
            "token": ClockBox(334, "state", 66, "{token}", "token"),
            "input": ClockBox(178, "input", 108, "{prior}", "input"),
        },
        arrows=(
            ClockArrow("state", "attention", "1 {query}", "asks"),
            ClockArrow("attention", "rnn", "2 c[{now}]", "context"),
            ClockArrow("input", "rnn"),
            ClockArrow("state", "rnn"),
            ClockArrow("rnn", "after", "3"),
            ClockArrow("after", "token", "4"),
        ),
    ),
    "luong": TimingEntry(
        formula=r"\begin{aligned} h_t &= f(h_{t-1}, E y_{t-1}) \\ "
        r"c_t &= \mathrm{attend}(\query{h_t}) \\ "
        r"\tilde{h}_t &= \tanh(W_c [c_t; h_t]) \end{aligned}",
        output=r"p(y_t \mid y_1, \ldots, y_{t-1}, x) = \mathrm{softmax}(W \tilde{h}_t)",
        paper="Luong et al. 2015, section 3",
        state="h",
        carried="h",
        asks="h[t]",
        asker="the decoder's state after its update",
        moment="after the decoder updates its state",
        events="The RNN reads the previous token; its new state is the query.",
        context="is combined with the RNN's output",
        unfed="",
        rnn="RNN",
        behind="tanh W[c; h]",
        enters="never",
        boxes={
            "before": ClockBox(28, "state", 48, "h[{before}]"),
            "rnn": ClockBox(98, "state", 48, "RNN"),
            "state": ClockBox(170, "state", 50, "h[{now}]", "asks"),
            "attention": ClockBox(208, "attention", 84, "{attention}"),
            "joined": ClockBox(246, "state", 50, "h̃[{now}]"),
            "token": ClockBox(334, "state", 66, "{token}", "token"),
            "input": ClockBox(98, "input", 108, "{prior}", "input"),
        },
        arrows=(
            ClockArrow("before", "rnn"),
            ClockArrow("input", "rnn"),
            ClockArrow("rnn", "state", "1"),
            ClockArrow("state", "attention", "2 {query}", "asks"),
            ClockArrow("attention", "joined", "3 c[{now}]", "context"),
            ClockArrow("state", "joined"),
            ClockArrow("joined", "token", "4"),
        ),
    ),
    "tacotron": TimingEntry(
        formula=r"\begin{aligned} h_t &= f(h_{t-1}, [E y_{t-1}; c_{t-1}]) \\ "
        r"c_t &= \mathrm{attend}(\query{h_t}) \\ x_0 &= W [h_t; c_t] \\ "
        r"x_k &= x_{k-1} + f_k(x_{k-1}) \end{aligned}",
        output=r"p(y_t \mid y_1, \ldots, y_{t-1}, x) = \mathrm{softmax}(W x_2)",
        paper="Wang et al. 2017, section 3.3, c as in Shen et al. 2018, section 2.2",
        state="h",
        carried="h",
        asks="h[t]",
        asker="the attention RNN's state after its update",
        moment="after the attention RNN updates its state",
        events="The attention RNN reads the previous token and the previous step's context "
        "vector; its new state is the query.",
        context="is combined with the attention RNN's state before two residual RNNs, and "
        "enters the attention RNN one step later",
        unfed="the last context vector already enters the RNN",
        rnn="attention RNN",
        behind="2 residual RNNs",
        enters="later",
        boxes={
            "before": ClockBox(26, "state", 46, "h[{before}]"),
            "rnn": ClockBox(96, "state", 56, "{attention_rnn}"),
            "state": ClockBox(166, "state", 46, "h[{now}]", "asks"),
            "attention": ClockBox(196, "attention", 84, "{attention}"),
            "joined": ClockBox(226, "state", 34, "x₀"),
            "first": ClockBox(256, "input", 46, "RNN"),
            "once": ClockBox(286, "state", 34, "x₁"),
            "second": ClockBox(316, "input", 46, "RNN"),
            "twice": ClockBox(346, "state", 34, "x₂"),
            "token": ClockBox(330, "attention", 66, "{token}", "token"),
            "input": ClockBox(96, "input", 160, "{prior}, c[{before}]", "input"),
        },
        arrows=(
            ClockArrow("before", "rnn"),
            ClockArrow("input", "rnn"),
            ClockArrow("rnn", "state", "1"),
            ClockArrow("state", "attention", "2 {query}", "asks"),
            ClockArrow("attention", "joined", "3 c[{now}]", "context"),
            ClockArrow("state", "joined"),
            ClockArrow("joined", "first"),
            ClockArrow("joined", "once", "+"),
            ClockArrow("first", "once"),
            ClockArrow("once", "second"),
            ClockArrow("once", "twice", "+"),
            ClockArrow("second", "twice"),
            ClockArrow("twice", "token", "4"),
        ),
    ),
    "nematus": TimingEntry(
        formula=r"\begin{aligned} q_t &= f_1(s_{t-1}, E y_{t-1}) \\ "
        r"c_t &= \mathrm{attend}(\query{q_t}) \\ s_t &= f_2(q_t, c_t) \end{aligned}",
        output=r"p(y_t \mid y_1, \ldots, y_{t-1}, x) = "
        r"\mathrm{softmax}(W t(s_t, y_{t-1}, c_t))",
        paper="Sennrich et al. 2017, section 2",
        state="q",
        carried="s",
        asks="q[t]",
        asker="the decoder's state between its two updates",
        moment="between the decoder's two updates",
        events="The first RNN reads the previous token; its state is the query; then the "
        "second RNN reads the context vector.",
        context="enters the second RNN, so it affects the next state, and the output directly",
        unfed="the context vector already enters the RNN",
        rnn="first RNN",
        behind="second RNN",
        enters="never",
        boxes={
            "before": ClockBox(24, "state", 44, "s[{before}]"),
            "rnn": ClockBox(80, "state", 46, "RNN 1"),
            "state": ClockBox(140, "state", 46, "q[{now}]", "asks"),
            "attention": ClockBox(172, "attention", 84, "{attention}"),
            "second": ClockBox(204, "state", 46, "RNN 2"),
            "after": ClockBox(264, "state", 46, "s[{now}]"),
            "token": ClockBox(336, "state", 66, "{token}", "token"),
            "input": ClockBox(80, "input", 108, "{prior}", "input"),
        },
        arrows=(
            ClockArrow("before", "rnn"),
            ClockArrow("input", "rnn"),
            ClockArrow("rnn", "state", "1"),
            ClockArrow("state", "attention", "2 {query}", "asks"),
            ClockArrow("attention", "second", "3 c[{now}]", "context"),
            ClockArrow("state", "second"),
            ClockArrow("second", "after", "4"),
            ClockArrow("after", "token", "5"),
        ),
    ),
}
