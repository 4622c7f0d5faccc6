"""The requests of a live class, whatever carries them: what each changes and returns."""

from collections.abc import Mapping
from typing import Any

from alignoscope.course.live_class.classes import LiveClass, LiveClasses, poll_of
from alignoscope.records.extras import missing

WAIT = 8  # seconds that a request waits for a change


async def answer(
    classes: LiveClasses,
    code: str,
    what: str,
    person: str,
    key: str,
    seen: int,
    said: Mapping[str, Any],
) -> Mapping[str, object]:
    """Do what a request asks, and return what it is answered with.

    Args:
        classes: the classes of this server.
        code: the code of the class, or "" to open one.
        what: "state", "vote" or "lead".
        person: the name of the phone or the presenter.
        key: the presenter's key, or "" of a phone.
        seen: the number of changes that the page has seen.
        said: the content of the request.

    Raises:
        RefusedError: if the class refuses it.
    """
    if not code:
        return _opened(classes.open(person), said)
    if what == "lead":
        return _led(classes, classes.lead(code, key), said)
    if what == "vote":
        found = classes.find(code)
        found.vote(person, said.get("round", 0), said.get("vote"))
        return found.seen_by(person)
    if key:
        led = classes.lead(code, key)
        await led.for_presenter.wait(seen, WAIT)
        return classes.lead(code, key).seen_by_presenter()
    joined = classes.find(code)
    joined.join(person)
    await joined.for_phones.wait(seen, WAIT)
    return classes.find(code).seen_by(person)


def _opened(new: LiveClass, said: Mapping[str, Any]) -> dict[str, object]:
    """Return a new class to its presenter, with the link for phones and its QR code as SVG.

    `base` in the request is the address of `class/`, as the presenter's browser sees it.
    """
    link = f"{str(said.get('base', ''))[:500]}{new.code}{str(said.get('query', ''))[:20]}"
    found: dict[str, object] = {"code": new.code, "key": new.key, "link": link, "qr": ""}
    if not missing("course"):
        import segno  # optional: only this code needs it

        found["qr"] = segno.make(link).svg_data_uri(border=2, dark="#000", light="#fff")
    return found


def _led(classes: LiveClasses, led: LiveClass, said: Mapping[str, Any]) -> dict[str, object]:
    """Do what a presenter asks, and return what the presenter shows."""
    match said.get("do"):
        case "ask":
            led.ask(*poll_of(said))
        case "show":
            led.show()
        case "again":
            led.again()
        case "tell":
            led.tell(said.get("told"))
        case "end":
            classes.end(led)
    return led.seen_by_presenter()
