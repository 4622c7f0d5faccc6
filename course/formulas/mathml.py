"""MathML of the LaTeX that the formulas and the catalogue are written in.

A node is a list: its element, its attributes, and its children, which are nodes or one text. The
browser builds elements of it, and `as_html` writes it.
"""

import re
from collections.abc import Iterator
from html import escape
from typing import Any

from alignoscope.records.catalogue.scores import ROLES

MathNode = list[Any]
_TOKEN = re.compile(r"\\[A-Za-z]+|\\\\|\\.|[0-9]+|\S")
_LETTERS = {"alpha": "α", "sigma": "σ", "tau": "τ", "top": "⊤"}
_OPERATORS = {
    "cdot": "·",
    "times": "×",
    "in": "∈",
    "partial": "∂",
    "ldots": "…",
    "cdots": "⋯",
    "mid": "∣",
    "sum": "∑",
    "prod": "∏",
}
_ACCENTS = {"bar": "¯", "tilde": "~", "overrightarrow": "→", "overleftarrow": "←"}
_FUNCTIONS = ("tanh", "exp", "log", "max", "min")
_SPACES = {r"\,": "0.17em", r"\quad": "1em"}


def mathml(latex: str) -> MathNode:
    """Return the MathML of a formula.

    Raises:
        ValueError: if it has a command that is not known here.
    """
    return ["math", {"displaystyle": "true"}, *_Reader(_TOKEN.findall(latex)).nodes()]


def as_html(node: MathNode) -> str:
    """Return a node as HTML text."""
    tag, attributes, *children = node
    named = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
    inside = (as_html(one) if isinstance(one, list) else escape(one) for one in children)
    return f"<{tag}{named}>{''.join(inside)}</{tag}>"


class _Reader:
    """A parser of one formula's tokens."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens

    def nodes(self, end: str = "") -> list[MathNode]:
        """Return the nodes up to the token `end`, which is taken."""
        found: list[MathNode] = []
        while self.tokens:
            token = self.tokens.pop(0)
            if token == end:
                return found
            if token in "_^":
                found.append(self._with_index(found.pop(), token))
            else:
                found += self._atom(token)
        return found

    def _argument(self) -> MathNode:
        token = self.tokens.pop(0)
        return _one(self.nodes("}") if token == "{" else self._atom(token))

    def _with_index(self, base: MathNode, sign: str) -> MathNode:
        big = base[-1] in ("∑", "∏")
        index = self._argument()
        if self.tokens[:1] != ["^"] or sign == "^":
            tags = ("munder", "mover") if big else ("msub", "msup")
            return [tags[sign == "^"], {}, base, index]
        self.tokens.pop(0)
        return ["munderover" if big else "msubsup", {}, base, index, self._argument()]

    def _atom(self, token: str) -> list[MathNode]:
        if token == "{":
            return [_one(self.nodes("}"))]
        if not token.startswith("\\"):
            if token == "&":
                raise ValueError("An & stands outside of aligned rows.")
            tag = "mn" if token.isdigit() else "mi" if token.isalpha() else "mo"
            # Brackets would grow with the tallest symbol beside them, not only with their content.
            attributes = {"stretchy": "false"} if token in "()[]" else {}
            return [[tag, attributes, {"-": "−", "'": "′"}.get(token, token)]]
        name = token[1:]
        if token in _SPACES:
            return [_space(token)]
        if name in ("{", "}"):
            return [["mo", {"stretchy": "false"}, name]]
        if name in _LETTERS:
            return [["mi", {}, _LETTERS[name]]]
        if name in _OPERATORS:
            return [["mo", {}, _OPERATORS[name]]]
        if name in _FUNCTIONS:
            apart = [] if self.tokens[:1] == ["("] else [_space(r"\,")]
            return [["mi", {}, name], *apart]
        if name in _ACCENTS:
            return [["mover", {"accent": "true"}, self._argument(), ["mo", {}, _ACCENTS[name]]]]
        if name in ROLES:
            return [["mrow", {"class": name}, self._argument()]]
        if name == "frac":
            return [["mfrac", {}, self._argument(), self._argument()]]
        if name in ("mathrm", "mathbb"):
            text = "".join(self._word())
            return [["mi", {}, "ℝ" if name == "mathbb" else text]]
        if name == "begin":
            return [self._aligned()]
        raise ValueError(f"The command {token} has no MathML here.")

    def _word(self) -> Iterator[str]:
        self.tokens.pop(0)
        while (token := self.tokens.pop(0)) != "}":
            yield token

    def _aligned(self) -> MathNode:
        """Return the rows of `aligned` as a table; the first cell of a row ends at its &."""
        assert "".join(self._word()) == "aligned"
        end = self.tokens.index(r"\end")
        rows: list[list[list[str]]] = [[[]]]
        for token in self.tokens[:end]:
            if token == r"\\":
                rows.append([[]])
            elif token == "&":
                rows[-1].append([])
            else:
                rows[-1][-1].append(token)
        del self.tokens[: end + 1]
        [*self._word()]
        table = (
            ["mtr", {}, *(["mtd", {}, *_Reader(cell).nodes()] for cell in row)] for row in rows
        )
        return ["mtable", {"displaystyle": "true"}, *table]


def _one(nodes: list[MathNode]) -> MathNode:
    return nodes[0] if len(nodes) == 1 else ["mrow", {}, *nodes]


def _space(command: str) -> MathNode:
    return ["mspace", {"width": _SPACES[command]}]
