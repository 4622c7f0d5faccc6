"""How long until something is painted: the page tells, in the second frame after it is there.

Playwright's own waiting looks every half second after the first, and adds up to that.
"""

from collections.abc import Callable

from playwright.sync_api import Page

# THERE is asked in each frame; `all` finds parts of the page in shadow roots, too.
_SEEN = """
  const all = (selector) => {
    const found = [], visit = (root) => {
      found.push(...root.querySelectorAll(selector));
      for (const {shadowRoot} of root.querySelectorAll("*")) if (shadowRoot) visit(shadowRoot);
    };
    visit(document);
    return found;
  };
  const seen = (tell) => THERE
    ? requestAnimationFrame(() => requestAnimationFrame(() => tell(performance.now())))
    : requestAnimationFrame(() => seen(tell));
"""
_OPENED = f"{{ {_SEEN} window.painted = new Promise(seen); }}"
_PRESSED = f"""() => {{ {_SEEN}
  window.painted = new Promise((tell) => window.addEventListener("pointerup",
    ({{timeStamp}}) => seen((now) => tell(now - timeStamp)), {{once: true, capture: true}}));
}}"""


def after_opening(page: Page, address: str, there: str) -> float:
    """Return the milliseconds from the request of an address until `there` is true and painted."""
    page.add_init_script(_OPENED.replace("THERE", there))
    page.goto(address, wait_until="commit")
    return page.evaluate("window.painted")


def after_press(page: Page, press: Callable[[], object], there: str) -> float:
    """Return the milliseconds from a press, by its own time, until `there` is true and painted."""
    page.evaluate(_PRESSED.replace("THERE", there))
    press()
    return page.evaluate("window.painted")
