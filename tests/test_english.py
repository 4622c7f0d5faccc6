"""Docs, code and interface keep to the field's words: those of the old dialect stay out."""

import ast
import io
import re
import tokenize
from pathlib import Path

from tests.test_structure import PYTHON, ROOT, SCRIPTS

RETIRED = re.compile(
    r"\b(anew|mended|held against|made[- ]up|so many|at the soonest|beforehand|who asks|"
    r"takes? back|given words|a (?:line|row|model|score|step|word) a)\b",
    re.IGNORECASE,
)
NAMES = re.compile(r"`[^`]*`|“[^”]*”|\"[^\"]*\"")  # code and words of the interface, quoted
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("data/*/README.md")]
STRING = re.compile(r"(?<=\")[^\"\n]*(?=\")|(?<=`)[^`]*(?=`)")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def found_in(text: str) -> list[str]:
    return [match[0] for match in RETIRED.finditer(NAMES.sub("", text))]


def prose_of(path: Path) -> str:
    """Return the strings of a Python file, docstrings among them, and its comments."""
    text = path.read_text(encoding="utf-8")
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)]
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    comments = [token.string for token in tokens if token.type == tokenize.COMMENT]
    return "\n".join([*(str(node.value) for node in nodes), *comments])


def test_the_retired_words_stay_out() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in PAGES}
    texts |= {path: prose_of(ROOT / path) for path in PYTHON}
    for path in SCRIPTS:
        text = (ROOT / path).read_text(encoding="utf-8")
        texts[path] = "\n".join([*COMMENT.findall(text), *STRING.findall(text)])
    assert len(texts) > 500
    found = {str(path): found_in(text) for path, text in texts.items()}
    assert {path: words for path, words in found.items() if words} == {}


def test_a_retired_word_is_noticed() -> None:
    assert found_in("Compute it anew, a row a model.") == ["anew", "a row a"]
    assert found_in("The mode `made up`, shown as “given words”.") == []


def test_a_retired_word_of_the_interface_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "panel.py"
    file.write_text('st.button(f"{n} made up", help="Take back")\n', encoding="utf-8")
    assert found_in(prose_of(file)) == ["made up", "Take back"]
    assert found_in("\n".join(STRING.findall('title: "a card a map, anew"'))) == ["anew"]
