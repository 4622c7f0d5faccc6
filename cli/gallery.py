"""`alignoscope gallery OUT`: write static pages and an index for any web host."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import torch

from alignoscope.analysis.likelihoods import with_posterior
from alignoscope.api.display import Player
from alignoscope.cli.course import check_new, write_course
from alignoscope.cli.thumbnails import lesson_thumbnail, map_picture, thumbnail
from alignoscope.course.markup import plain_page
from alignoscope.data.examples import EXAMPLES
from alignoscope.data.languages import pair_name
from alignoscope.decoding.best import best_translations
from alignoscope.decoding.usable import load_usable
from alignoscope.interchange.file_names import slug
from alignoscope.models.checkpoint import SUFFIX, Checkpoint
from alignoscope.models.folder import CHECKPOINTS
from alignoscope.records.version import VERSION
from alignoscope.records.whole_file import write_whole

if TYPE_CHECKING:
    from alignoscope.ui.training_history.evolution_view import Evolution, SnapshotPair

_STYLE = """
:root { color-scheme: light dark }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1rem;
  padding: 0; list-style: none }
li { border: 1px solid #8886; border-radius: 8px; padding: 1rem; overflow-wrap: anywhere }
li svg { display: block; max-width: 100%; height: 7rem; margin-bottom: 0.5rem }
"""


@dataclass(frozen=True, kw_only=True)
class Page:
    """A page of the gallery: its path, title, text in the index, content, and thumbnail (SVG)."""

    name: str
    title: str
    says: str
    text: str = ""
    thumbnail: str = ""
    asks: str = ""  # The query string of the app's link to the same maps.


def write_gallery(out: Path, app: str = "") -> None:
    """Write pages of all examples, of training runs and of lessons, and an index.

    `app` is the address of an app that pages of maps link to. Progress is printed.

    Raises:
        ValueError: if there is something at that path, the address is none, or a checkpoint cannot
            be used.
        OSError: if a file cannot be written.
    """
    check_app(app)
    check_new(out)
    torch.set_num_threads(1)  # a step is too small for more, which wait for each other
    parts: dict[str, list[Page]] = {}
    folders = (path for path in CHECKPOINTS.iterdir() if path.is_dir())
    for folder in sorted(folders, key=lambda path: (path.name != "eng-fra", path.name)):
        pages = []
        for page in _pages(folder):
            print(page.name, flush=True)
            write_whole(out / page.name, page.text.encode())
            pages.append(page)
        parts[pair_name(folder.name)] = pages
    lessons = [
        Page(
            name=f"lessons/{one.name}",
            title=one.lesson.name,
            says=f"{one.lesson.minutes} min",
            thumbnail=lesson_thumbnail(one.shown),
        )
        for one in write_course(out / "lessons")
    ]
    write_whole(out / "index.html", index(parts, app, lessons).encode())


def check_app(app: str) -> None:
    """Raise a ValueError if the address of an app is given and is none."""
    if app and not app.startswith(("http://", "https://")):
        raise ValueError(f"--app {app}: expected an address that begins with https:// or http://.")


def _pages(folder: Path) -> Iterator[Page]:
    """Yield the pages of a language pair: one per example, then those of training."""
    models = {path.stem: load_usable(path) for path in sorted(folder.glob(f"*{SUFFIX}"))}
    for number, example in enumerate(EXAMPLES.get(folder.name, ()) if models else (), start=1):
        found = tuple(
            with_posterior(model, best_translations(model, [example.source], 1)[0]).with_label(name)
            for name, model in models.items()
        )
        yield Page(
            name=f"{folder.name}/{number}-{slug(example.source)}.html",
            title=example.source,
            says=f"{example.label}, by {len(found)} models",
            text=Player(found).page(),
            thumbnail=thumbnail(found),
            asks=urlencode({"pair": folder.name, "sentence": example.source, "decoding": "greedy"}),
        )
    yield from _trainings(folder.name, models)


def _trainings(pair: str, models: Mapping[str, Checkpoint]) -> Iterator[Page]:
    """Yield one page per fixed sentence whose snapshots the checkpoints have."""
    from alignoscope.ui.training_history.evolution_view import kept_pairs

    kept = dict.fromkeys(one for model in models.values() for one in kept_pairs(model.record))
    for number, (source, target) in enumerate(kept, start=1):
        text, found = _training((source, target), models)
        yield Page(
            name=f"{pair}/training-{number}-{slug(source)}.html",
            title=f"Training: {source}",
            says=f"How the maps of {len(found)} models came to be",
            text=text,
            thumbnail=map_picture(found[0].maps[-1], found[0].label),
        )


def _training(pair: SnapshotPair, models: Mapping[str, Checkpoint]) -> tuple[str, list[Evolution]]:
    """Return the page of a fixed sentence, and the snapshots of each model that has them."""
    from alignoscope.ui.player.map_view import shared_scale
    from alignoscope.ui.training_history.component import SCRIPT, STYLE, payload
    from alignoscope.ui.training_history.evolution_view import evolution, kept_pairs
    from alignoscope.ui.web.standalone_page import html_page

    found = []
    for name, model in models.items():
        if pair in kept_pairs(model.record):
            source, target = map(model.tokenizer.encode, pair)
            found.append(evolution(name, model.record, pair, source, target))
    scale = shared_scale((), "weights")
    data = payload(found, scale, identity="\n".join(pair), key="evolution")
    words = f"Source: “{pair[0]}” Forced: “{pair[1]}” {scale.title}. Alignoscope {VERSION}."
    return html_page(SCRIPT, STYLE, data, pair[0], words), found


def index(parts: Mapping[str, Sequence[Page]], app: str, lessons: Sequence[Page] = ()) -> str:
    """Return the index page, which links to all others and has no scripts."""
    lists = "".join(
        f"<h2>{escape(title)}</h2>{_list(pages, app)}" for title, pages in parts.items() if pages
    )
    body = (
        "<h1>Alignoscope</h1>"
        "<p>Alignment maps of encoder-decoders with attention. A row is a word that the model "
        "wrote; bright cells are the words that it looked at. A page steps by the arrow keys, and "
        "its address restores what it shows.</p>"
        f'<h2><a href="lessons/index.html">Lessons</a></h2>{_list(lessons, app)}{lists}'
        f"<p>Alignoscope {VERSION}</p>"
    )
    return plain_page("Alignoscope", _STYLE, body, "en")


def _list(pages: Sequence[Page], app: str) -> str:
    return f"<ul>{''.join(_entry(page, app) for page in pages)}</ul>"


def _entry(page: Page, app: str) -> str:
    live = ""
    if app and page.asks:
        live = f' · <a href="{escape(f"{app}?{page.asks}")}">in the app</a>'
    link = f'<a href="{escape(page.name)}" dir="auto">{escape(page.title)}</a>'
    return f"<li>{page.thumbnail}{link}<br><small>{escape(page.says)}{live}</small></li>"
