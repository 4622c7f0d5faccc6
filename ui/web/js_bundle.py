"""Joins the ES modules of a component into one, since a Streamlit component takes one script.

Node, the type checker and the linter read the files unchanged, and there is no build step. Each
module that an entry file needs becomes a function, called once, so names may repeat among modules;
the entry file itself follows, with its default export.
"""

import json
import os
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from alignoscope.ui.theme import style_of_colours

_ROOT = Path(__file__).parents[2]
_COMMENT = re.compile(r"^ *(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/)\n", re.M | re.S)
_IMPORT = re.compile(r'\s*import (\{[^{}]*\}|\w+) from "(\.[^"\n]*)"( with \{ type: "json" \})?;\n')
_RENAMED = re.compile(r"(\w+) as (\w+)")
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) (\w+))", re.M)
_REFUSED = re.compile(r"^(?:import\b|export (?!default function\b)).*", re.M)
_DEFAULT = re.compile(r"^export default function\b", re.M)


class _Import(NamedTuple):
    names: str  # `{ one, other }`, or the one name of data
    file: Path
    is_data: bool


class _Module(NamedTuple):
    imports: list[_Import]
    exports: list[str]
    code: str  # without the imports, and without `export` but before the default


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

    Named imports from relative paths are followed, and imports of JSON files.

    Raises:
        ValueError: if a module cannot be joined: its file and what is wrong in it.
    """
    entry = entry.resolve()
    parts: dict[Path, str] = {}
    _join(entry, (), parts)
    module = _read(entry)
    if not _DEFAULT.search(module.code):
        raise ValueError(f"{entry}: a component's entry needs `export default function`")
    parts[entry] = _bindings(module) + module.code
    return "\n".join(parts.values())


def expression(script: str) -> str:
    """Return the default export of a script from `bundle` as an expression."""
    code = script.replace("export default function", "const defaultExport = function")
    return f'(() => {{\n"use strict";\n{code}\nreturn defaultExport;\n}})()'


def _join(file: Path, above: tuple[Path, ...], parts: dict[Path, str]) -> None:
    """Add a module's function to `parts`, after those of the modules that it imports.

    Args:
        file: the module.
        above: the modules whose imports led to this one, to detect cycles.
        parts: the texts so far, by file.
    """
    if file in above:
        cycle = " imports ".join(path.name for path in (*above, file))
        raise ValueError(
            f"{file}: modules import each other: {cycle}; move what both need to a third"
        )
    if file in parts:
        return
    module = _read(file)
    for one in module.imports:
        if one.is_data:
            data = json.loads(one.file.read_text(encoding="utf-8"))
            text = json.dumps(data, separators=(",", ":"))
            parts.setdefault(one.file, f"const {_name(one.file)} = {text};\n")
            continue
        _join(one.file, (*above, file), parts)
        other = _read(one.file)
        if _DEFAULT.search(other.code):
            raise ValueError(f"{file}: {one.file.name} is an entry, which no module can import")
        wanted = re.findall(r"(\w+)(?: as \w+)?", one.names)
        if missing := [name for name in wanted if name not in other.exports]:
            raise ValueError(f"{file}: {one.file} does not export {', '.join(missing)}")
    returned = f"return {{ {', '.join(module.exports)} }};"
    parts[file] = (
        f"const {_name(file)} = (() => {{\n{_bindings(module)}{module.code}{returned}\n}})();\n"
    )


def _bindings(module: _Module) -> str:
    """Return the lines that give a module the names that it imports."""
    named = ((_RENAMED.sub(r"\1: \2", names), file) for names, file, _ in module.imports)
    return "".join(f"const {names} = {_name(file)};\n" for names, file in named)


def _name(file: Path) -> str:
    """Return the name of a module's constant, after its whole path: files may share a name."""
    return "_" + re.sub(r"\W", "_", os.path.relpath(file, _ROOT).replace("_", "__"))


@cache
def _read(file: Path) -> _Module:
    """Read a module without comments; most modules are in several bundles.

    Raises:
        ValueError: for an import or an export that is not followed.
    """
    code = _COMMENT.sub("", file.read_text(encoding="utf-8"))
    imports = []
    while found := _IMPORT.match(code):
        names, path, data = found.groups()
        if not data and not names.startswith("{"):
            raise ValueError(f"{file}: import {names} by its name, in braces")
        imports.append(_Import(names, (file.parent / path).resolve(), bool(data)))
        code = code[found.end() :]
    exports = _EXPORT.findall(code)
    code = _EXPORT.sub("", code)
    if left := _REFUSED.search(code):
        raise ValueError(
            f"{file}: cannot join `{left[0]}`. Import names in braces from relative paths, before "
            "all else; export functions, constants and classes where they are declared."
        )
    return _Module(imports, exports, code)
