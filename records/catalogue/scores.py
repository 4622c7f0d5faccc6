"""The catalogue of score functions: formula, source and one sentence about each.

In a formula (LaTeX), each vector is the argument of a command named after its role (query, key,
location, bias or v), which sets its colour on the page. `models.scores` has the functions.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class ScoreEntry:
    """The catalogue entry of one score function, or of a window over scores.

    `sentence` has no full stop, so that `paper` can follow it in brackets. `note` states how this
    implementation differs from the paper. `label` is a short form of the formula, for the diagram
    of a step.
    """

    formula: str
    paper: str
    sentence: str
    label: str
    note: str = ""

    @property
    def source(self) -> str:
        """The formula's source, and how this implementation differs from it."""
        return "; ".join(filter(None, (self.paper, self.note)))

    @property
    def symbols(self) -> Mapping[str, str]:
        """The formula's vectors by their roles: {"query": "W_1 q", ...}."""
        return dict(re.findall(rf"\\({'|'.join(ROLES)})\{{([^{{}}]*)\}}", self.formula))


def score_entry(score: str) -> ScoreEntry:
    """Return the entry of a score, or the placeholder `UNWRITTEN` if there is none."""
    return SCORES.get(score, UNWRITTEN)


ROLES = ("query", "key", "location", "bias", "v")
UNWRITTEN = ScoreEntry(
    formula=r"e_j = \textstyle\sum_k \mathrm{term}_k",
    paper="The formula of this score is not written yet: it wants an entry of `SCORES` in "
    "`records/catalogue/scores.py`",
    sentence="This score is not explained yet",
    label="",
)
SCORES: Mapping[str, ScoreEntry] = {  # in the order shown on pages
    "dot": ScoreEntry(
        formula=r"e_j = \query{q} \cdot \key{k_j}",
        paper="Luong et al. 2015, section 3.1, “dot”",
        sentence="The product of query and key, with nothing learnt in between",
        label="q · k",
    ),
    "scaled-dot": ScoreEntry(
        formula=r"e_j = \query{q} \cdot \key{k_j} \,/ \sqrt{d}",
        paper="Vaswani et al. 2017, section 3.2.1, equation 1",
        sentence="The product divided by the root of its size, so that large vectors do not "
        "sharpen the softmax",
        label="q · k / √d",
    ),
    "general": ScoreEntry(
        formula=r"e_j = \query{q} \cdot (\key{W k_j})",
        paper="Luong et al. 2015, section 3.1, “general”",
        sentence="The product with a learnt matrix between query and key",
        label="q · Wk",
    ),
    "concat": ScoreEntry(
        formula=r"\begin{aligned} e_j &= \v{v} \cdot \tanh(W [q; k_j]) \\ "
        r"&= \v{v} \cdot \tanh(\query{W_1 q} + \key{W_2 k_j}) \end{aligned}",
        paper="Luong et al. 2015, section 3.1, “concat”",
        sentence="A small network reads query and key side by side",
        label="v · tanh(W[q; k])",
    ),
    "additive": ScoreEntry(
        formula=r"e_j = \v{v} \cdot \tanh(\query{W_1 q} + \key{W_2 k_j} + \bias{b})",
        paper="Bahdanau et al. 2015, appendix A.1.2",
        sentence="A small network adds query and key, each through a matrix of its own",
        label="v · tanh(W₁q + W₂k + b)",
        note="with a bias that the paper leaves out",
    ),
    "location": ScoreEntry(
        formula=r"e_j = (W \query{q})_j = \query{q} \cdot \location{W_j}",
        paper="Luong et al. 2015, section 3.1, equation 8, “location”",
        sentence="The query alone decides which position to look at; the keys are not read",
        label="(Wq) at position j",
    ),
    "location-sensitive": ScoreEntry(
        formula=r"\begin{aligned} e_j &= \v{v} \cdot \tanh(\query{W q} + \key{V k_j} + "
        r"\location{U f_j} + \bias{b}) \\ f &= F * \mathrm{past} \end{aligned}",
        paper="Chorowski et al. 2015, section 2.2",
        sentence="As additive, and it also reads where the weight has been so far",
        label="v · tanh(Wq + Vk + Uf + b)",
        note="over the sum of all steps before as in Shen et al. 2018, section 2.2",
    ),
    "coverage": ScoreEntry(
        formula=r"\begin{aligned} e_j &= \v{v} \cdot \tanh(\query{W q} + \key{U k_j} + "
        r"\location{V C_j} + \bias{b}) \\ C &= \mathrm{past} \end{aligned}",
        paper="Tu et al. 2016, section 3",
        sentence="As additive, and it also reads how much weight each source token has had so far",
        label="v · tanh(Wq + Uk + VC + b)",
        note="with a bias and without a fertility",
    ),
    "local-m": ScoreEntry(
        formula=r"p_t = t",
        paper="Luong et al. 2015, section 3.2",
        sentence="Only a window around position t is scored, one position further at each step",
        label="near position t",
    ),
    "local-p": ScoreEntry(
        formula=r"p_t = S \, \sigma(\v{v} \cdot \tanh(\query{W q}))",
        paper="Luong et al. 2015, section 3.2, equations 9 and 10",
        sentence="Only a window is scored, around a position that the query predicts",
        label="near position p(q)",
    ),
    "none": ScoreEntry(
        formula=r"c = [h_n \text{ forward}; h_1 \text{ backward}]",
        paper="Cho et al. 2014, section 2.2",
        sentence="Nothing is scored: the context is the encoder's last state at every step",
        label="the last state, at every step",
        note="with a bidirectional encoder",
    ),
}
