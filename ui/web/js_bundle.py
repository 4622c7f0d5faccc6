"""Joins the ES modules of a component into one, since a Streamlit component takes one script.

Node, the type checker and the linter read the files unchanged, and there is no build step. The
result is the text of an entry file after the texts of all modules that it imports.
"""

import json
import re
from functools import cache
from pathlib import Path

from alignoscope.ui.theme import style_of_colours

_ROOT = Path(__file__).parents[2]
_JSON = ' with { type: "json" }'
_COMMENT = re.compile(r"^ *(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/)\n", re.M | re.S)
_IMPORT = re.compile(r'^import (\{[^{}]*\}|\w+) from "(\.[^"\n]*)"(' + _JSON + ")?;\n", re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) \w)", re.M)
_NAMES = re.compile(r"^(export )?(?:async )?(?:function|const|let|class) (\w+)", re.M)


def script(entry: str) -> str:
    """Return the script of a component from its entry file, such as `ui/shell/typing.js`."""
    return bundle(_ROOT / entry)


def style(*files: str) -> str:
    """Return the palette, style sheets such as `ui/player/maps.css`, then the shared rules."""
    sheets = (*files, "ui/web/everyone.css")
    texts = ((_ROOT / file).read_text(encoding="utf-8") for file in sheets)
    return style_of_colours() + "\n".join(texts)


def bundle(entry: Path) -> str:
    """Return one module with the entry's default export and all that it needs, without comments.

    Named imports from relative paths and imports of JSON files are followed. An assertion fails for
    what cannot be joined as text: an import cycle, a renamed import, two modules that declare the
    same name, destructuring at the top level, a second default export.
    """
    parts: dict[Path, str] = {}
    owners: dict[str, Path] = {}
    _join(entry.resolve(), (), parts, owners)
    joined = "\n".join(parts.values())
    assert len(re.findall(r"^export ", joined, re.M)) == 1, f"{entry} needs one default export"
    assert parts[entry.resolve()].count("\nexport default function") == 1, f"{entry} has none"
    return joined


def expression(script: str) -> str:
    """Return the default export of a script from `bundle` as an expression."""
    code = script.replace("export default function", "const defaultExport = function")
    return f'(() => {{\n"use strict";\n{code}\nreturn defaultExport;\n}})()'


def _join(
    file: Path, above: tuple[Path, ...], parts: dict[Path, str], owners: dict[str, Path]
) -> None:
    """Add a module's text to `parts`, after the texts of the modules that it imports.

    Args:
        file: the module.
        above: the modules whose imports led to this one, to detect cycles.
        parts: the texts so far, by file.
        owners: the file that declares each top-level name.
    """
    cycle = " imports ".join(path.name for path in (*above, file))
    assert file not in above, f"modules import each other: {cycle}"
    if file in parts:
        return
    text = _code(file)
    for names, path, data in _IMPORT.findall(text):
        other = (file.parent / path).resolve()
        if data:
            parts.setdefault(other, _data(names, other))
            assert owners.setdefault(names, other) == other, f"{file}: {names} is another thing"
            assert f"const {names} = " in parts[other], (
                f"{file}: {names} has another name elsewhere"
            )
            continue
        assert names.startswith("{"), f"{file}: import {names} by its name, in braces"
        _join(other, (*above, file), parts, owners)
        wanted = {name.strip() for name in names[1:-1].split(",")} - {""}
        missing = wanted - {name for exported, name in _declared(other) if exported}
        assert not missing, f"{file} imports {missing}, which {other} does not export by that name"
    for _, name in _declared(file):
        assert name not in owners, f"{name} is declared in {owners[name]} and in {file}"
        owners[name] = file
    parts[file] = _EXPORT.sub("", _IMPORT.sub("", text))
    refused = r"^(?:import\b|export (?!default function\b)|(?:const|let) [{[]).*"
    left = re.search(refused, parts[file], re.M)
    assert not left, f"{file} cannot be joined: {left and left[0]}"


def _data(name: str, file: Path) -> str:
    data = json.loads(file.read_text(encoding="utf-8"))
    return f"const {name} = {json.dumps(data, separators=(',', ':'))};\n"


@cache
def _code(file: Path) -> str:
    """Return a module's text without comments; most modules are in several bundles."""
    return _COMMENT.sub("", file.read_text(encoding="utf-8"))


@cache
def _declared(file: Path) -> list[tuple[str, str]]:
    """Return what a module declares at its top level: "export " or nothing, and the name."""
    return _NAMES.findall(_code(file))
