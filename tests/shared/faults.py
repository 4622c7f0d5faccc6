"""What a person would see is wrong with a page: collapsed, clipped, blank or off the screen."""

from playwright.sync_api import Page

# `WIDE` fill the block they are in, up to 600 pixels. `INSIDE` end within the viewport, unless
# they are in a box that scrolls by itself. `DRAWN` have a size. What ends in an ellipsis is cut.
# Components are in shadow roots, which `querySelectorAll` of the document does not enter.
_FIND = """() => {
  const WIDE = ".lab, .player, .anatomy, .beam";
  const INSIDE = `${WIDE}, .card, .sketch, .ways, .bar, h1, h2, button, fieldset, svg`;
  const DRAWN = ".plot, .plane svg, .sketch svg, .anatomy svg, .beam svg, .js-plotly-plot";
  const PLOTLY = ".js-plotly-plot *, #js-plotly-tester"; // draws some of its parts far outside
  const SCROLLS = ".swiped, .map, .field, .outcome, .scroller, .katex-display, [role='tablist']";
  const BLOCK = "[data-testid='stColumn'], [data-testid='stMainBlockContainer'], body";
  // A text of any length is moved through; a training sentence is written whole over its box.
  const TYPED = "input:not([role='combobox']), .st-key-fixed-box input";
  const FULL = "th, button small"; // Their text has no space beside them.
  const WHOLE = ".lesson code, .steps .readout"; // Their text is in one line,
  const LONG = 20; // if it has no more letters: a line of code may break.
  const parentOf = (node) => node.parentElement ?? node.getRootNode().host ?? null;
  const all = (root) => [...root.querySelectorAll("*")].flatMap((node) =>
    node.shadowRoot ? [node, ...all(node.shadowRoot)] : [node]);
  const nodes = all(document).filter((node) =>
    node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !node.closest(".status, [data-testid='stSidebar']"));
  const having = (selector) => nodes.filter((node) => node.matches(selector));
  const faults = [];
  const report = (node, fault) => {
    const classes = node.getAttribute("class")?.trim().split(/\\s+/).join(".");
    const label = node.getAttribute("aria-label") ?? node.textContent.slice(0, 30);
    faults.push(`${node.tagName.toLowerCase()}${classes ? `.${classes}` : ""} “${label}” ${fault}`);
  };
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) {
    faults.push(`the page is ${document.documentElement.scrollWidth} of ${width} px wide`);
  }
  for (const node of having(WIDE)) {
    let block = parentOf(node);
    while (!block.matches(BLOCK)) block = parentOf(block);
    const { paddingLeft, paddingRight } = getComputedStyle(block);
    const room = block.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    const least = Math.min(600, room) - 1;
    const own = node.getBoundingClientRect().width;
    if (own < least) report(node, `is ${Math.round(own)} px wide, not ${Math.round(least)}`);
  }
  for (const node of having(INSIDE)) {
    if (node.matches(PLOTLY)) continue;
    const { left, right } = node.getBoundingClientRect();
    if (right - left <= 1 || (left >= -1 && right <= width + 1)) continue;
    let box = parentOf(node);
    while (box && !box.matches(SCROLLS)) box = parentOf(box);
    if (!box) report(node, `reaches from ${Math.round(left)} to ${Math.round(right)} px`);
  }
  for (const node of having(DRAWN)) {
    const { width: across, height } = node.getBoundingClientRect();
    if (Math.min(across, height) < 20) {
      report(node, `is ${Math.round(across)} by ${Math.round(height)} px`);
    }
  }
  for (const node of nodes) {
    if (node.matches(TYPED) || !node.clientWidth) continue;
    const short = getComputedStyle(node).textOverflow === "ellipsis";
    if (!short && !node.matches(".player:has(.flow) .card .name")) continue;
    if (node.scrollWidth > node.clientWidth + 2) report(node, "is cut");
  }
  for (const node of having(FULL)) {
    if (node.clientWidth && node.scrollWidth > node.clientWidth + 2) report(node, "runs over");
  }
  for (const node of having(WHOLE)) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const tops = [...range.getClientRects()].map(({ top }) => Math.round(top / 4));
    const short = node.textContent.length <= LONG;
    if (short && new Set(tops).size > 1) report(node, "takes two lines");
  }
  for (const node of having(".legend .scrollbar")) {
    if (node.getBoundingClientRect().height > 1) report(node, "hides a part of a legend");
  }
  const fields = having(".st-key-bar > *").map((node) => [node, node.getBoundingClientRect()]);
  for (const [node, box] of fields) {
    const above = fields.some(([, { left, right, bottom }]) =>
      left < box.right && right > box.left && Math.abs(box.top - bottom) < 2);
    if (above && box.height) report(node, "touches the field above it");
  }
  // Beside a lesson's text, the picture is in sight with the switches that change it.
  for (const node of width < 1000 ? [] : having(".lab-maps .player")) {
    const { top } = node.getBoundingClientRect();
    if (top > innerHeight - 200) report(node, "begins below the screen");
  }
  for (const node of having(".player .card:not(:has(.absence))")) {
    const cells = node.querySelectorAll(".plot rect, .plot path, canvas").length;
    if (!cells) report(node, "is blank");
    else if (!node.closest(".player").querySelector(".flow") && !node.querySelector("text")) {
      report(node, "has lost its labels");
    }
  }
  return faults;
}"""


def faults_of(page: Page) -> list[str]:
    """Return one line for each part of a page that is collapsed, clipped or off the screen.

    No name is cut, no map is blank without a word why, and none has lost all its labels; those
    below a flow have none. A lesson's map begins on a wide screen, not below it. No heading runs
    over the next one, a count of words is in one line, and a chart shows its whole legend.
    Fields do not touch.
    """
    return page.evaluate(_FIND)
