r"""The notations of the papers: the symbol of each part of attention, by the part's name.

A formula names its parts: `<context i> = \sum_{<j>} <weight i j> <value j>`. Each notation has a
symbol for them, in which #1 and #2 are its letters for the indices: i counts the target, j and k
count the source.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Notation:
    """A notation: its name, and the symbols in LaTeX; `letters` are those of the indices."""

    name: str
    letters: Mapping[str, str]
    symbols: Mapping[str, str]


NOTATIONS: Mapping[str, Notation] = {  # in the order shown
    "bahdanau": Notation(
        name="Bahdanau et al. 2015",
        letters={"i": "i", "j": "j", "k": "k", "n": "T_x", "m": "T_y"},
        symbols={
            "query": r"\query{s_{#1-1}}",
            "key": r"\key{h_{#1}}",
            "value": r"h_{#1}",
            "annotation": r"h_{#1}",
            "score": r"e_{#1#2}",
            "weight": r"\alpha_{#1#2}",
            "coverage": "C_{#1#2}",
            "location": "f_{#1#2}",
            "context": r"c_{#1}",
            "function": "a",
            "state": "s_{#1}",
            "v": r"v_a^\top",
            "W": "W",
            "W_1": "W_a",
            "W_2": "U_a",
            "query_size": "n",
            "key_size": "2n",
        },
    ),
    "luong": Notation(
        name="Luong et al. 2015",
        letters={"i": "t", "j": "s", "k": "s'", "n": "S", "m": "m"},
        symbols={
            "query": r"\query{h_{#1}}",
            "key": r"\key{\bar{h}_{#1}}",
            "value": r"\bar{h}_{#1}",
            "annotation": r"\bar{h}_{#1}",
            "score": r"\mathrm{score}(\query{h_{#1}}, \key{\bar{h}_{#2}})",
            "weight": "a_{#1}(#2)",
            "coverage": "C_{#1#2}",
            "location": "f_{#1#2}",
            "context": "c_{#1}",
            "function": r"\mathrm{score}",
            "state": "h_{#1}",
            "v": r"v_a^\top",
            "W": "W_a",
            "W_1": "W_1",
            "W_2": "W_2",
            "query_size": "d",
            "key_size": "d",
        },
    ),
    "qkv": Notation(
        name="Query, key, value",
        letters={"i": "i", "j": "j", "k": "k", "n": "N", "m": "M"},
        symbols={
            "query": r"\query{q_{#1}}",
            "key": r"\key{k_{#1}}",
            "value": "v_{#1}",
            "annotation": r"k_{#1} = v_{#1}",
            "score": "e_{#1#2}",
            "weight": "a_{#1#2}",
            "coverage": "C_{#1#2}",
            "location": "f_{#1#2}",
            "context": r"\mathrm{Attention}(\query{q_{#1}})",
            "function": r"\mathrm{score}",
            "state": "s_{#1}",
            "v": r"v^\top",
            "W": "W",
            "W_1": "W_1",
            "W_2": "W_2",
            "query_size": "d_q",
            "key_size": "d_k",
        },
    ),
    "input": Notation(
        name="Source index first",
        letters={"i": "t", "j": "j", "k": "k", "n": "T_x", "m": "T_y"},
        symbols={
            "query": r"\query{s_{#1-1}}",
            "key": r"\key{h_{#1}}",
            "value": r"h_{#1}",
            "annotation": r"h_{#1}",
            "score": r"e_{#2#1}",
            "weight": r"\alpha_{#2#1}",
            "coverage": "C_{#2#1}",
            "location": "f_{#2#1}",
            "context": r"c_{#1}",
            "function": "f",
            "state": "s_{#1}",
            "v": r"V_\mathrm{att}^\top",
            "W": "W",
            "W_1": r"W_\mathrm{att}",
            "W_2": r"U_\mathrm{att}",
            "query_size": "d",
            "key_size": "d",
        },
    ),
}
CODE = "PyTorch"  # The name of the fifth notation, which is no mathematics.
_PART = re.compile(r"<([A-Za-z_12]+)((?: [\w+-]+)*)>")
_CATALOGUE = {  # The parts by their symbols in the catalogue, which has one query and no index i.
    "q": "query i",
    "k_j": "key j",
    "e_j": "score i j",
    "e_k": "score i k",
    "a_j": "weight i j",
    "W_1": "W_1",
    "W_2": "W_2",
    "W": "W",
    "v": "v",
}
_SYMBOL = re.compile(rf"(?<![\\\w])({'|'.join(_CATALOGUE)})(?!\w)")


def in_notation(formula: str, notation: Notation) -> str:
    """Return a formula with the symbols of a notation, as LaTeX."""

    def symbol(found: re.Match[str]) -> str:
        name, indices = found[1], found[2].split()
        if name in notation.letters:
            return notation.letters[name]
        latex = notation.symbols[name]
        for number, index in enumerate(indices, start=1):
            letter = notation.letters.get(index[0], index[0])
            latex = latex.replace(f"#{number}", letter + index[1:])
        return latex

    return _PART.sub(symbol, formula)


def of_catalogue(latex: str) -> str:
    """Return a formula of the catalogue with the names of its parts in place of its symbols."""
    named = _SYMBOL.sub(lambda found: f"<{_CATALOGUE[found[1]]}>", latex)
    return named.replace(r"\v{<v>} \cdot", r"\v{<v>} \,").replace(r"\sum_k", r"\sum_{<k>}")
