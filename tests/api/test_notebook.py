"""The player in a notebook's output, in a real browser."""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, expect

import alignoscope
from alignoscope.models.checkpoint import Checkpoint


def test_a_notebook_shows_the_player_as_high_as_it_is_and_it_steps(
    chromium: Browser, tiny: Callable[..., Checkpoint], tmp_path: Path
) -> None:
    models = [tiny(name) for name in ("luong-dot", "bahdanau-additive", "fixed-context")]
    text, target = "The red </script> car & 'house' \"is\" fast.", "La voiture <b> est rapide."
    shown = alignoscope.show(*(alignoscope.force(model, text, target) for model in models))
    file = tmp_path / "output.html"
    file.write_text(f"<meta charset='utf-8'>{shown._repr_html_()}", encoding="utf-8")
    page, errors = chromium.new_page(viewport={"width": 1000, "height": 800}), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text))
    page.on("request", lambda request: request.url.startswith("http") and errors.append(request))
    page.goto(file.as_uri())
    frame, iframe = page.frame_locator("iframe"), page.locator("iframe")
    expect(frame.locator(".card")).to_have_count(3)
    height = frame.locator("html").evaluate("page => page.offsetHeight")
    expect(iframe).to_have_css("height", f"{height}px")
    assert height > 500
    frame.locator(".player").press("End")
    expect(frame.get_by_text(re.compile(r"^Word (\d+) of \1$"))).to_be_visible()
    page.set_viewport_size({"width": 420, "height": 800})
    fits = """before => {
      const frame = document.querySelector("iframe");
      const inside = frame.contentDocument.documentElement.offsetHeight;
      return inside !== before && Math.abs(frame.offsetHeight - inside) <= 1;
    }"""
    page.wait_for_function(fits, arg=height)
    assert frame.locator(".card").first.evaluate("card => card.offsetHeight") > 200
    assert errors == []
    page.close()
