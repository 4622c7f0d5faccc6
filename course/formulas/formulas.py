"""The formulas of lessons: one template for four notations, the same as code, and in words."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from alignoscope.course.formulas.notations import NOTATIONS, in_notation, of_catalogue
from alignoscope.records.catalogue.normalisers import NORMALISERS, SOFTMAX
from alignoscope.records.catalogue.scores import SCORES
from alignoscope.records.catalogue.timings import TIMINGS


@dataclass(frozen=True, kw_only=True)
class Formula:
    """A formula of a lesson.

    Args:
        says: the formula in words, in English.
        latex: the formula with the names of its parts (`notations`); empty if each has its own.
        own: the formulas of single notations, or of a paper by its name, in place of `latex`.
        code: the same in PyTorch.
    """

    says: str
    latex: str = ""
    own: Mapping[str, str] = field(default_factory=dict)
    code: str


def in_notations(formula: Formula) -> list[tuple[str, str]]:
    """Return the names of the notations of a formula, each with the formula in LaTeX."""
    found = {
        notation.name: in_notation(latex, notation)
        for key, notation in NOTATIONS.items()
        if (latex := formula.own.get(key, formula.latex))
    }
    papers = {name: latex for name, latex in formula.own.items() if name not in NOTATIONS}
    return [*found.items(), *papers.items()]


def _rows(*rows: str) -> str:
    return r"\begin{aligned} " + r" \\ ".join(rows) + r" \end{aligned}"


def _rows_of(latex: str) -> list[str]:
    return latex.removeprefix(r"\begin{aligned} ").removesuffix(r" \end{aligned}").split(r" \\ ")


def _step(timing: str) -> str:
    """Return a decoder's step in the catalogue, with the probability of the next word."""
    entry = TIMINGS[timing]
    before = rf"y_1, \ldots, y_{{{entry.index}-1}}"
    output = entry.output.replace(before, f"y_{{<{entry.index}}}").replace("=", "&=", 1)
    return _rows(*_rows_of(entry.formula), output)


_CONCAT = of_catalogue(SCORES["concat"].formula)
_SCORE = _rows_of(_CONCAT)[0]
_CENTER = (  # Luong et al. 2015, equation 9: v and W are not those of a score.
    of_catalogue(SCORES["local-p"].formula)
    .replace("<v>", r"v_p^\top")
    .replace(r"\query{<W> ", r"\query{W_p ")
    .replace(r"\sigma", r"\mathrm{sigmoid}")  # σ is the width of the Gaussian.
)
_MIX = (
    r"<context i> &= \sum_{<j>} <weight i j> \, <value j>",
    r"<weight i j> &= \mathrm{softmax}_{<j>}(<function>(<query i>, <key j>))",
)

FORMULAS: Mapping[str, Formula] = {
    "fixed": Formula(
        says="The encoder reads word after word; a function q makes one vector c of all its "
        "states. Every word of the translation depends on the same c.",
        latex=_rows(
            r"<value j> &= f(x_{<j>}, <value j-1>)",
            r"c &= q(\{<value 1>, \ldots, <value n>\})",
            r"p(y) &= \prod_{<i>=1}^{<m>} p(y_{<i>} \mid y_1, \ldots, y_{<i>-1}, c)",
        ),
        code="for x in source:\n    state = f(x, state)\ncontext = state\n"
        "log_p = sum(log_probs[i, y] for i, y in enumerate(target))",
    ),
    "context": Formula(
        says="The context vector is the sum of the annotations, each times its weight. The "
        "authors: the model “chooses a subset of these vectors adaptively while decoding the "
        "translation”.",
        latex=r"<context i> = \sum_{<j>} <weight i j> \, <value j>",
        code="context = weights @ values",
    ),
    "second": Formula(
        says="The context of the second step, written out. An oracle gives its weights; nothing "
        "else changes.",
        latex=r"<context 2> = <weight 2 1> <value 1> + \cdots + <weight 2 n> <value n>",
        code="context = weights[1] @ values",
    ),
    "hard": Formula(
        says="An oracle that points at one word: all weight of a step is on it, so the context is "
        "the annotation of that word.",
        latex=_rows(r"<weight i j> &= 1, \quad <weight i k> = 0", r"<context i> &= <value j>"),
        code="context = values[j]",
    ),
    "past": Formula(
        says="C is the coverage: the weight that a word has had so far. A convolution F reads it "
        "around each place, so the score sees where the weight has been. Coverage models use C "
        "itself in place of f.",
        latex=_rows(
            r"<score i j> &= <v> \, \tanh(<W_1> <query i> + <W_2> <key j>",
            r"&\quad + \location{U <location i j>} + b)",
            r"f_{<i>} &= F * C_{<i>}",
            r"<coverage i j> &= <coverage i-1 j> + <weight i-1 j>",
        ),
        code="coverage = weights.sum(dim=0)  # of all steps so far\n"
        "f = torch.nn.functional.conv1d(coverage[None, None], F, padding='same')[0].T\n"
        "scores = torch.tanh(W1 @ query + keys @ W2.T + f @ U.T + b) @ v",
    ),
    "weights": Formula(
        says="The softmax: the weights of one step sum to 1. The sum runs over the source, which "
        "is the second index of α in one notation and the first in another.",
        latex=of_catalogue(NORMALISERS[SOFTMAX].formula),
        code="weights = scores.softmax(dim=-1)",
    ),
    "factory": Formula(
        says="The factory: a vector v and a matrix W turn the query and one key into one score, "
        "for every key in turn.",
        latex=_rows(
            "<score i j> &= <function>(<query i>, <key j>)",
            _SCORE.removeprefix("<score i j> "),
        ),
        own={"luong": _SCORE.replace("&=", "=")},
        code="for j, key in enumerate(keys):\n"
        "    scores[j] = v @ torch.tanh(W @ torch.cat([query, key]))",
    ),
    "annotation": Formula(
        says="Two RNNs read the sentence, one from each side; an annotation joins their states. "
        "This is a plain RNN; a GRU and an LSTM also have gates.",
        latex=_rows(
            r"\overrightarrow{h}_{<j>} &= \tanh(\overrightarrow{W} x_{<j>} + "
            r"\overrightarrow{U} \, \overrightarrow{h}_{<j>-1} + \overrightarrow{b})",
            r"\overleftarrow{h}_{<j>} &= \tanh(\overleftarrow{W} x_{<j>} + "
            r"\overleftarrow{U} \, \overleftarrow{h}_{<j>+1} + \overleftarrow{b})",
            r"<annotation j> &= [\overrightarrow{h}_{<j>}; \overleftarrow{h}_{<j>}]",
        ),
        code="forward, _ = rnn(source)\nbackward, _ = other_rnn(source.flip(0))\n"
        "annotations = torch.cat([forward, backward.flip(0)], dim=-1)",
    ),
    "projections": Formula(
        says="Two projections into one space are one matrix between query and key.",
        latex=_rows(
            r"(W^q <query i>)^\top (W^k <key j>) &= <query i>^\top W <key j>",
            r"W &= (W^q)^\top W^k",
        ),
        code="W = Wq.T @ Wk\nscore = query @ W @ key",
    ),
    "attention": Formula(
        says="All of attention: score each key against the query, take the softmax, and mix the "
        "values by these weights.",
        latex=_rows(
            *_MIX,
            r"<query i> &\in \mathbb{R}^{<query_size>}, <key j> \in \mathbb{R}^{<key_size>}",
        ),
        own={
            "qkv": _rows(
                *_MIX,
                r"Q &\in \mathbb{R}^{M \times d_q}",
                r"K &\in \mathbb{R}^{N \times d_k}, V \in \mathbb{R}^{N \times d_v}",
            )
        },
        code="context = score(query, keys).softmax(dim=-1) @ values",
    ),
    "copying": Formula(
        says="A gate between 0 and 1, computed from the context, the decoder's state and its "
        "input, mixes two distributions: that of the vocabulary, and the weights of the source "
        "pieces that equal w.",
        latex=_rows(
            r"P(w) &= p_{\mathrm{gen}} \, P_{\mathrm{vocab}}(w)",
            r"&\quad + (1 - p_{\mathrm{gen}}) \sum_{<j>: x_{<j>} = w} <weight i j>",
            r"p_{\mathrm{gen}} &= \sigma(w_c^\top <context i> + w_s^\top <state i>",
            r"&\quad + w_x^\top y_{<i>-1} + b)",
        ),
        code="p_gen = torch.sigmoid(gate(torch.cat([context, state, previous])))\n"
        "copied = torch.zeros_like(vocabulary).scatter_add(0, source, weights)\n"
        "probabilities = p_gen * vocabulary + (1 - p_gen) * copied",
    ),
    "concat": Formula(
        says="One matrix times two stacked vectors is two matrices, one per vector, whose products "
        "are added.",
        latex=_CONCAT,
        code="W1, W2 = W[:, : len(query)], W[:, len(query) :]\n"
        "score = v @ torch.tanh(W1 @ query + W2 @ key)",
    ),
    "mask": Formula(
        says="m is 1 for a word and 0 for padding. Code sets the score of padding to minus "
        "infinity before the softmax, whose exponential is 0.",
        latex=r"<weight i j> = \frac{m_{<j>} \, \exp <score i j>}"
        r"{\sum_{<k>} m_{<k>} \, \exp <score i k>}",
        code="weights = scores.masked_fill(padding, -torch.inf).softmax(dim=-1)",
    ),
    "update": Formula(
        says="One step. The decoder reads the word before the one that it writes, so its input is "
        "the y of the previous step (y of this step, in one article, is a slip). The first one is "
        "the start mark.",
        own={
            "bahdanau": _step("bahdanau"),
            "luong": _step("luong"),
            "qkv": _rows(
                r"\query{q_i} &= s_{i-1}",
                r"c_i &= \mathrm{Attention}(\query{q_i})",
                r"s_i &= f(s_{i-1}, [E y_{i-1}; c_i])",
            ),
            "input": _rows(
                r"c_t &= \sum_j \alpha_{jt} h_j",
                r"s_t &= \mathrm{RNN}(\query{s_{t-1}}, [E y_{t-1}; c_t])",
                r"p(y_t \mid y_{<t}, x) &= \mathrm{softmax}(V s_t + b)",
            ),
        },
        code="context = attend(state)\nstate = rnn(torch.cat([embed(previous), context]), state)",
    ),
    "residual": Formula(
        says="Tacotron's decoder: the attention RNN's state is the query; each of two residual "
        "RNNs above it adds its output to its input. It writes frames of sound; the decoder here "
        "writes words.",
        own={"Wang et al. 2017, c as in Shen et al. 2018": TIMINGS["tacotron"].formula},
        code="x = W @ torch.cat([h, context])\nfor rnn in residual:\n    x = x + rnn(x)",
    ),
    "window": Formula(
        says="The Gaussian multiplies after the softmax, so a row may sum to less than 1. The "
        "center p is a real number, and σ is half the reach D.",
        latex=_rows(
            _CENTER.replace("p_t =", "p_{<i>} &=").replace(r"S \,", r"<n> \,"),
            r"g_{<j>} &= \exp(-(<j> - p_{<i>})^2 / 2 \sigma^2)",
            r"<weight i j> &= g_{<j>} \, \mathrm{softmax}_{<j>}(<score i j>)",
        ),
        code="gaussian = torch.exp(-((places - p) ** 2) / (2 * (D / 2) ** 2))\n"
        "weights = scores.softmax(dim=-1) * gaussian",
    ),
    "likelihood": Formula(
        says="Training raises this sum, by all parameters together. No weight α is in it: the "
        "model learns where to look only because it helps to write.",
        latex=r"\log p(y \mid x) = \sum_{<i>=1}^{<m>} \log p(y_{<i>} \mid y_{<<i>}, x)",
        code="loss = torch.nn.functional.cross_entropy(logits, target, reduction='sum')",
    ),
    "logistic": Formula(
        says="Each feature f of a word times its coefficient w, all added to a bias b. The "
        "logistic function turns the sum z into a probability. The first feature is the least "
        "log-probability of the word's pieces.",
        latex=_rows(
            r"z &= b + \sum_{k} w_{k} f_{k}",
            r"p &= \frac{1}{1 + \exp (-z)}",
            r"f_{1} &= \min_{<i>} \log p(y_{<i>} \mid y_{<<i>}, x)",
        ),
        code="features[0] = log_p[pieces].min()\nz = b + w @ features\nsure = 1 / (1 + (-z).exp())",
    ),
    "gradient": Formula(
        says="Gradient times input: how much the log-probability of the written word depends on "
        "the embedding x of one source word.",
        latex=r"x_{<j>} \cdot \frac{\partial \log p(y_{<i>})}{\partial x_{<j>}}",
        code="log_p.backward()\nimportance = (x.grad * x).sum(dim=-1)",
    ),
    "classifier": Formula(
        says="The query q is a parameter, the same for every sentence. A labeller's query is an "
        "annotation of the sentence itself: that is self-attention.",
        latex=r"c = \sum_{<j>} \mathrm{softmax}_{<j>}(<function>(\query{q}, <key j>)) \, <value j>",
        code="context = score(q, keys).softmax(dim=-1) @ values",
    ),
}
