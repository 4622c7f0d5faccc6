"""Writing a live page: a folder for any web host or a memory stick, or one HTML file."""

import base64
import json
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from alignoscope.live.page.tables import known_table, opened_models, pair_tables, site_tables
from alignoscope.models.beside import beside
from alignoscope.models.folder import CHECKPOINTS
from alignoscope.records.version import VERSION
from alignoscope.records.whole_file import write_whole
from alignoscope.serving import model_store as store
from alignoscope.ui.beam_tree.component import COMPONENT as TREE
from alignoscope.ui.beam_tree.tree_view import FATES
from alignoscope.ui.player.script import STYLE
from alignoscope.ui.theme import PALETTE
from alignoscope.ui.web.js_bundle import bundle, expression
from alignoscope.ui.web.standalone_page import NO_HEADER, digest, embedded, page_style

_ROOM = Path(__file__).parent
_ICON = _ROOM.parents[1] / "docs/icon.svg"
_TREE = _ROOM.parents[1] / "ui/beam_tree/beam_tree.js"


class SitePart(NamedTuple):
    """A part of the site: its path, its value, and whether that is base64 instead of JSON."""

    path: str
    value: object
    is_bytes: bool = False


def _parts(pairs: Mapping[str, Sequence[Path]], app: str) -> Iterator[SitePart]:
    """Yield the parts of a site with these checkpoints; prints which models are left out and why.

    Args:
        pairs: the checkpoints by pair.
        app: the address of an app that the page links to.

    Raises:
        ValueError: if no model is left.
    """
    kept = []
    for pair, paths in pairs.items():
        tables, weights, left_out = pair_tables(pair, paths, store.results(pair))
        print(*left_out, sep="\n", end="\n" * bool(left_out), flush=True)
        if weights:
            kept.append(pair)
            yield SitePart(f"pairs/{pair}", tables)
        words = beside(paths[0].parent).words if tables["known"] and weights else None
        if words:
            yield SitePart(f"known/{pair}", known_table(words))
        for name, content in weights.items():
            yield SitePart(
                f"weights/{pair}/{name}", base64.b64encode(content).decode(), is_bytes=True
            )
    if not kept:
        raise ValueError(f"There is no model for a live page in {CHECKPOINTS}. Train one first.")
    yield SitePart("site", site_tables(kept, app))


def models_of(pairs: Sequence[str], names: Sequence[str], *, few: bool) -> dict[str, list[Path]]:
    """Return the checkpoints of pairs, in the order of a page.

    Args:
        pairs: the pairs; none means all, or the first if `few`.
        names: the models; none means all, or those that a page opens with if `few`.
        few: whether the site should be small.

    Raises:
        ValueError: if there is no such pair or model.
    """
    there = store.pairs()
    for pair in pairs:
        if pair not in there:
            known = ", ".join(there)
            raise ValueError(f"--pairs {pair}: there is no such pair. There are {known}.")
    found = {}
    for pair in pairs or (there[:1] if few else there):
        paths = store.checkpoints(pair)
        wanted = names or [path.stem for path in paths]
        if few and not names:
            wanted = opened_models(wanted, store.results(pair))[0]
        found[pair] = [path for path in paths if path.stem in wanted]
    missing = {*names} - {path.stem for paths in found.values() for path in paths}
    if missing:
        raise ValueError(f"--models {', '.join(sorted(missing))}: no such model in these pairs.")
    return {pair: paths for pair, paths in found.items() if paths}


def write_folder(out: Path, pairs: Mapping[str, Sequence[Path]], app: str = "") -> None:
    """Write a site of several files; every path in it is relative. Progress is printed.

    Args:
        out: the folder.
        pairs: the checkpoints by pair.
        app: the address of an app that the page links to.

    Raises:
        ValueError: if no model is left.
        OSError: if a file cannot be written.
    """
    for part in _parts(pairs, app):
        print(part.path, flush=True)
        value = json.dumps(part.value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        text = f"deliver({json.dumps(part.path)}, {value});\n"
        write_whole(out / f"{part.path}.js", text.encode())
    write_whole(out / "page.js", script().encode())
    link = '<a href="pages/index.html">Lessons, training and saved maps</a>'
    write_whole(out / "offline.js", (_ROOM / "offline.js").read_bytes())
    write_whole(out / "manifest.webmanifest", _installable().encode())
    write_whole(out / "icon.svg", _ICON.read_bytes())
    page = _html("'self'", '<script src="page.js"></script>', link)
    write_whole(out / "index.html", page.encode())


def html_file(pairs: Mapping[str, Sequence[Path]], app: str = "") -> str:
    """Return a site as one HTML file, which runs from a folder and from any host.

    Raises:
        ValueError: if no model is left.
    """
    elements = "".join(
        f'<script type="text/plain" id="{escape(part.path)}">{part.value}</script>\n'
        if part.is_bytes
        else f'<script type="application/json" id="{escape(part.path)}">'
        f"{embedded(part.value)}</script>\n"
        for part in _parts(pairs, app)
    )
    code = script()
    assert "</script" not in code.lower()
    return _html(f"'{digest(code)}'", f"{elements}<script>{code}</script>")


def _installable() -> str:
    """Return the manifest with which browsers install the page as an app."""
    paper = PALETTE["light"]["paper"]
    icon = {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}
    manifest = {
        "name": "Alignoscope",
        "start_url": "./",
        "display": "standalone",
        "background_color": paper,
        "theme_color": paper,
        "icons": [icon],
    }
    return json.dumps(manifest, indent=2)


def worker_script() -> str:
    """Return the script of the page's workers."""
    return f"{function(_ROOM / 'worker.js')}(self);"


def script() -> str:
    """Return the script of the page, with that of its workers as a text."""
    tree = {"style": json.dumps(TREE.style), "fates": json.dumps(FATES)}
    tree["show"] = function(_TREE)
    drawing = ", ".join(f"{name}: {value}" for name, value in tree.items())
    worker, style = json.dumps(worker_script()), json.dumps(STYLE + NO_HEADER)
    return f"{function(_ROOM / 'page.js')}({worker}, {style}, {{ {drawing} }});"


def function(entry: Path) -> str:
    """Return the default export of a module with its imports, as an expression."""
    return expression(bundle(entry))


def _html(scripts: str, body: str, link: str = "") -> str:
    """Return the page; its policy allows these scripts, and no request of any other kind."""
    # The folder's service worker, icon and manifest are files of its own.
    files = "worker-src 'self' blob:; img-src 'self' data:; manifest-src 'self'"
    in_files = scripts == "'self'"
    own = files if in_files else "worker-src blob:; img-src data:"  # a PNG is drawn from data
    icon = '\n<link rel="icon" href="icon.svg">' if in_files else ""
    policy = (
        f"default-src 'none'; script-src {scripts} 'wasm-unsafe-eval'; {own}; "
        "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
    )
    muted = (
        f":root {{ --muted: {PALETTE['light']['muted']}; }} @media (prefers-color-scheme: dark) "
        f"{{ :root {{ --muted: {PALETTE['dark']['muted']}; }} }}\n"
    )
    style = page_style() + muted + (_ROOM / "page.css").read_text(encoding="utf-8")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Alignoscope</title>{icon}
<style>{style}</style>
</head>
<body>
<header><h1>Alignoscope</h1>
<p>Type a sentence: each model translates it in this browser, and shows where it looks.</p>
{link}</header>
<main>Loading … If nothing comes, this place does not run the page's scripts: save the page and
open it from your own folder.</main>
<noscript><p>The models of this page need JavaScript.</p></noscript>
<footer>What you type stays on this device. Press ? for the keys. Alignoscope {VERSION}.</footer>
{body}
</body>
</html>
"""
