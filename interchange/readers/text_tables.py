"""Tables as text become rows of cells: CSV, TSV, Markdown, tables drawn with lines, and LaTeX."""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from alignoscope.interchange.readers.cells import CellTable, number
from alignoscope.records.limits import MAX_TRACE_VALUES

# Of a line split at spaces: a quoted cell ends before a space, and a lone quotation mark is a word.
_CELL = re.compile(
    r'(?<!\S)"(?P<quoted>(?:(?:[^"\\\s]|\\.|"")(?:(?:[^"\\]|\\.|"")*(?:[^"\\\s]|\\.|""))?)?)"(?!\S)'
    r"|\S+"
)
_MARKS = "\t;,"
_REGULAR = 0.1  # What equal rows count without a number in them.
_HEAD = 40  # The rows by which the mark is chosen.
_BAR = re.compile(r"(?<!\\)[|│┃║┆┊]")
_MARKED = re.compile(r"\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*")  # Below a header in Markdown.
_RULE = re.compile(r"[\s|+:=\-\u2500-\u257f]+")
_RUN = re.compile(r"[-=─━═╌┄]{2,}")
_JOINT = re.compile(r"[^\s:=\-─━═╌┄]")  # Where a rule meets a bar.
_UNDERLINED = re.compile(r"\s*(?:-{2,}|={2,}|─{2,})(?:\s+(?:-{2,}|={2,}|─{2,}))+\s*")
_TYPE = re.compile(
    r"str|varchar|[fiu]\d+|double|float|u?(?:big|small)?int(?:eger|\d+)?|bool(?:ean)?"
)
_LATEX = re.compile(r"\\begin\{(?:tabular[xy*]?|longtable|tabu)\}")
_RULES_OF_LATEX = re.compile(
    r"\\(?:hline|(?:top|mid|bottom)rule|c(?:mid)?line(?:\(\w*\))?\{[^{}]*\}"
    r"|cmidrule(?:\(\w*\))?\{[^{}]*\}|endhead|endfoot|endlastfoot|centering)"
)
_COMMAND = re.compile(r"\\(?:text(?:bf|it|tt|rm|sf)|emph|math(?:bf|rm|it))\{(.*)\}|\$([^$]*)\$")
_LETTERS = {
    "\\textbackslash ": "\\",
    "\\textbackslash{}": "\\",
    "\\textasciitilde ": "~",
    "\\textasciitilde{}": "~",
    "\\textasciicircum ": "^",
    "\\textasciicircum{}": "^",
    "\\textbar ": "|",
    "\\textbar{}": "|",
}


def tables_of(lines: Sequence[str]) -> list[CellTable]:
    """Return the tables of a text, which empty lines part.

    Cells are separated by drawn bars and rules, the `&` of LaTeX, or else by tabs, semicolons,
    commas or spaces, whichever gives most rows the same number of cells. Quotes are those of CSV.

    Raises:
        ValueError: if there are more cells than are read.
    """
    if (count := sum(sum(map(line.count, f"{_MARKS}| ")) for line in lines)) > MAX_TRACE_VALUES:
        raise ValueError(
            f"The file holds about {count:,} cells: at most {MAX_TRACE_VALUES:,} are read. Save "
            "arrays as .npz."
        )
    if any(_LATEX.search(line) for line in lines):
        return list(_latex("\n".join(lines)))
    if drawn := list(_drawn(lines)):
        return drawn
    return [_best(start, block) for start, block in _blocks(lines)]


def _blocks(lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines between empty ones, with the number of the first of them, from 1."""
    block: list[str] = []
    for i, line in enumerate([*lines, ""], start=1):
        if line.strip():
            block.append(line)
        elif block:
            yield i - len(block), block
            block = []


def _drawn(lines: Sequence[str]) -> Iterator[CellTable]:
    """Yield the tables whose columns are drawn: with bars and rules, or with rules alone.

    Such are those of Markdown, psql, Org, reStructuredText, and what `tabulate`, Polars and DuckDB
    print.
    """
    block: list[int] = []
    for i, line in enumerate([*lines, ""]):
        if _BAR.search(line) or _is_rule(line):
            block.append(i)
            continue
        rules = [at for at in block if _is_rule(lines[at])]
        if rules:
            yield _between_bars(lines, block[max(0, block.index(rules[0]) - 1) :], rules)
        block = []
    for start, part in _blocks(lines):
        rules = [i for i, line in enumerate(part) if _UNDERLINED.fullmatch(line)]
        if rules:
            yield _below_rules(start, part, rules)


def _is_rule(line: str) -> bool:
    return bool(_RULE.fullmatch(line) and _RUN.search(line) and _JOINT.search(line)) or bool(
        "|" in line and _MARKED.fullmatch(line)
    )


def _between_bars(lines: Sequence[str], block: Sequence[int], rules: Sequence[int]) -> CellTable:
    """Return the rows of a table with bars, cut where its rules are, or else at each bar."""
    rule = lines[rules[0]].rstrip()
    joints = [found.start() for found in _JOINT.finditer(rule)]
    outside = not rule[: joints[0]].strip(), joints[-1] == len(rule) - 1
    places, rows = [], []
    for i in block:
        if i in rules:
            continue
        line = lines[i].rstrip()
        if all(_BAR.match(line, at) for at in joints):
            cut = [-1, *joints, len(line)]
            cells = [line[a + 1 : b] for a, b in pairwise(cut)]
            cells = cells[outside[0] : len(cells) - outside[1]]
        else:
            cells = _BAR.split(line.strip())
            cells = cells[not cells[0].strip() : len(cells) - (len(cells) > 1 and not cells[-1])]
        cells = [cell.strip().replace("\\|", "|") for cell in cells]
        if not cells or not all(map(_TYPE.fullmatch, cells)):
            places.append(i + 1)
            rows.append(cells)
    return CellTable(places, rows)


def _below_rules(start: int, block: Sequence[str], rules: Sequence[int]) -> CellTable:
    """Return the rows of a table whose columns are as wide as the parts of its rules."""
    rule = block[rules[0]]
    starts = [found.start() for found in re.finditer(r"\S+", rule)]
    ends = [found.end() for found in re.finditer(r"\S+", rule)]
    spans = [*zip(starts, [*starts[1:], 10**9], strict=True)]
    found = [i for i in range(max(0, rules[0] - 1), len(block)) if i not in rules]
    between = [slice(a, b) for a, b in zip([0, *ends], [*starts, starts[-1]], strict=True)]
    if any(block[i][gap].strip() for i in found for gap in between):
        rows = _split([block[i] for i in found], "")  # Wide letters stand elsewhere.
    else:
        rows = [[block[i][a:b].strip() for a, b in spans] for i in found]
    if "=" in rule and rows and rows[0][0] == "..":  # An empty cell of reStructuredText.
        rows[0][0] = ""
    return CellTable([start + i for i in found], rows)


def _latex(text: str) -> Iterator[CellTable]:
    """Yield the tables of LaTeX: cells between `&`, rows that end in a double backslash."""
    for part in _LATEX.split(text)[1:]:
        start = text[: text.index(part)].count("\n") + 1
        body = re.split(r"\\end\{(?:tabular|longtable|tabu)", part)[0]
        body = re.sub(r"(?<!\\)%.*", "", _below_columns(body))
        head, first, rest = body.partition("\\endfirsthead")
        if first:  # The header stands again for further pages.
            body = head + re.split(r"\\end(?:head|foot|lastfoot)\b", rest)[-1]
        lines, rows, at = [], [], start
        for line in re.split(r"\\\\(?:\[[^\]]*\])?", body):
            filled = _RULES_OF_LATEX.sub("", line)
            if filled.strip():
                lines.append(at + line[: len(line) - len(line.lstrip())].count("\n"))
                rows.append([_unescaped(cell) for cell in re.split(r"(?<!\\)&", filled)])
            at += line.count("\n")
        if rows:
            yield CellTable(lines, rows)


def _below_columns(body: str) -> str:
    """Return what follows the arguments of a table of LaTeX, such as `{l|rrr}`."""
    body = re.sub(r"^\s*(?:\[[^\]]*\])?\s*", "", body)
    depth = 0
    for i, letter in enumerate(body):
        depth += (letter == "{") - (letter == "}")
        if depth == 0:
            return body[i + 1 :] if letter == "}" else body
    return body


def _unescaped(cell: str) -> str:
    """Return the text of a cell of LaTeX, without its font or colour."""
    cell = re.sub(r"\{?\\cellcolor(?:\[\w+\])?\{[^{}]*\}\}?", "", cell).strip()
    while (inner := _COMMAND.fullmatch(cell)) is not None:
        cell = (inner[1] or inner[2] or "").strip()
    for command, letter in _LETTERS.items():
        cell = cell.replace(command, letter)
    return re.sub(r"\\([&%$#_{}])", r"\1", cell)


def _best(start: int, block: Sequence[str]) -> CellTable:
    """Return the rows of a block by the first mark that gives most of them one length above 1."""
    if re.fullmatch("sep=.", block[0]):  # Excel's first line.
        start, block = start + 1, block[1:]
    mark = max((*_MARKS, ""), key=lambda mark: _regular(_split(block[:_HEAD], mark)))
    return CellTable([*range(start, start + len(block))], _split(block, mark))


def _regular(rows: Sequence[Sequence[str]]) -> float:
    """Return the share of rows that have the most frequent number of cells, if it is above 1.

    A number is the sign of a good cell, so numbers with a decimal comma are not split at it.
    """
    sizes = Counter(map(len, rows))
    size = sizes.most_common(1)[0][0] if sizes else 1
    if size == 1:
        return 0
    cells = [cell for row in rows for cell in row[1:]]
    good = sum(number(cell) is not None for cell in cells) / max(1, len(cells))
    return (good + _REGULAR) * sizes[size] / len(rows)


def _unquoted(cell: re.Match[str]) -> str:
    """Return a cell of a line split at spaces, with the quotes in it as R and pandas write them."""
    quoted = cell["quoted"]
    return cell[0] if quoted is None else re.sub(r'\\(.)|""', lambda one: one[1] or '"', quoted)


def _split(block: Sequence[str], mark: str) -> list[list[str]]:
    """Split lines at a mark as CSV does, or plainly if quotes do not belong to CSV.

    Without a mark they are split at spaces.
    """
    if not mark:
        return [[_unquoted(cell) for cell in _CELL.finditer(line)] for line in block]
    if any('"' in line for line in block):
        try:
            rows = list(csv.reader(block, delimiter=mark, strict=True, skipinitialspace=True))
        except csv.Error:
            rows = []
        if len(rows) == len(block):  # No quoted cell goes on in the next line.
            return [[cell.strip() for cell in row] for row in rows]
    return [[cell.strip() for cell in line.split(mark)] for line in block]
