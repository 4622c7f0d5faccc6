"""The player alone, in an empty page: its own script and styles, no server; and what it shows."""

import json

import numpy as np
from playwright.sync_api import Locator, Page

from alignoscope.ui.player.decoding_mode import MODES, OWN
from alignoscope.ui.player.map_view import SCORE_COLORS, WEIGHT_COLORS, MapView
from alignoscope.ui.player.payload import payload
from alignoscope.ui.player.position import View
from alignoscope.ui.svg.scale import Scale

SOURCE = ("the", "red", "car", "the", "end")
TARGETS = {
    "one": ("la", "voiture", "rouge"),
    "two": ("la", "belle", "la", "voiture", "rouge", "vite", "."),
    "none": ("rouge", "fin"),
}
HEBREW = ("הילדה", "אוכלת", "תפוח")
WEIGHTS = Scale(title="Weights", label="weight", low=0, high=1, colors=WEIGHT_COLORS)
SCORES = Scale(title="Scores", label="score", low=-7, high=7, colors=SCORE_COLORS)
MOUNT = """async ([script, style, data]) => {
  const file = new Blob([script], {type: "text/javascript"});
  const {default: run} = await import(URL.createObjectURL(file));
  const host = document.createElement("div");
  document.body.append(host);
  const root = host.attachShadow({mode: "open"});
  root.innerHTML = "<style></style><div></div>";
  root.firstChild.textContent = style;
  const call = (sent, setTriggerValue) => run({data: sent, parentElement: root.lastChild,
    setStateValue: (name, value) => window.reported.push([name, value]), setTriggerValue});
  Object.assign(window, {reported: [], steps: [], call});
  document.addEventListener("alignoscope:step", event => window.steps.push(event.detail));
  call(data);
}"""


def cells_of(measure: str, variant: str, columns: tuple[str, ...]) -> np.ndarray | None:
    if variant == "none":
        return None
    random = np.random.default_rng(len(TARGETS[variant]))
    scores = random.normal(0, 2, (len(TARGETS[variant]), len(columns))).clip(-7, 7)
    if measure == "scores":
        return scores
    return np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)


def layers_of(columns: tuple[str, ...] = SOURCE) -> dict:
    layers = {}
    for measure, scale in (("weights", WEIGHTS), ("scores", SCORES)):
        for unit in ("words", "pieces"):
            mark = "▁" if unit == "pieces" else ""
            views = [
                MapView(
                    label=name,
                    id=name,
                    mode=OWN,
                    origin=f"greedy: {MODES['free']}",
                    translation=" ".join(words),
                    columns=tuple(mark + word for word in columns),
                    rows=tuple(mark + word for word in words),
                    cells=cells_of(measure, name, columns),
                    row_of_step=tuple(range(len(words))),
                    tokens=tuple("▁" + word for word in words),
                )
                for name, words in TARGETS.items()
            ]
            layers[measure, unit] = (views, scale)
    return layers


def data_of(layers: dict, step: int = 0, identity: str = "first", **view: object) -> dict:
    found = payload(layers, step=step, identity=identity, key="here", view=View(**view))
    return json.loads(json.dumps(found))


def card(page: Page, variant: str) -> Locator:
    return page.locator(f".card[data-map='{variant}']")


def cell(page: Page, variant: str, row: int, column: int) -> Locator:
    rects = card(page, variant).locator("rect.cell")
    return rects.nth(row * len(SOURCE) + column)


def last_report(page: Page) -> dict:
    page.wait_for_function("window.reported.length > 0")
    # Longer than the player waits before it reports, by the clock of the page that may lag.
    page.evaluate("() => new Promise(done => setTimeout(done, 300))")
    name, value = page.evaluate("window.reported.at(-1)")
    assert name == "position"
    return value


def marked(page: Page) -> list[str | None]:
    return [one.get_attribute("data-row") for one in page.locator(".marker").all()]
