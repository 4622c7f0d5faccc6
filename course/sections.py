"""The format of a lesson's text, in any language: front matter, and sections of prose and TOML.

Front matter between lines of `+++` is TOML, a heading `## ...` begins a section, a fence `~~~toml`
in it holds structured data, and an empty line ends a paragraph. If the front matter has
`[pictures]`, which are texts by the name of a lab, the `[evidence]` of a section is a question with
these labs as options.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_HEADING = re.compile(r"^## (.+)$", re.M)
_FENCE = re.compile(r"^~~~toml\n(.*?)^~~~$", re.M | re.S)
_VALUE = re.compile(r"\{([a-z.]+)\}")


@dataclass(frozen=True, kw_only=True)
class Section:
    """The content below a heading: its paragraphs, and the fields of its fences."""

    heading: str
    paragraphs: tuple[str, ...]
    exact: Mapping[str, Any]


def sections_of(text: str) -> tuple[Mapping[str, Any], tuple[Section, ...]]:
    """Return a text's front matter and its sections.

    Raises:
        ValueError: if there is no front matter, or TOML cannot be read.
    """
    parts = text.split("+++\n", 2)
    if len(parts) < 3:
        raise ValueError("It has no front matter between two lines of +++.")
    _, head, body = parts
    places = [*_HEADING.finditer(body)]
    ends = [*(match.start() for match in places[1:]), len(body)]
    fields = tomllib.loads(head)
    pictures = fields.pop("pictures", {})
    found = (
        _section(match[1].strip(), body[match.end() : end], pictures)
        for match, end in zip(places, ends, strict=True)
    )
    return fields, tuple(found)


def names_in(text: str) -> set[str]:
    """Return the names of the claims whose values a text contains, as `{NAME}`."""
    return set(_VALUE.findall(text))


def filled(text: str, values: Mapping[str, object]) -> str:
    """Return a text with the values of its claims inserted."""
    return _VALUE.sub(lambda match: str(values[match[1]]), text)


def _section(heading: str, body: str, pictures: Mapping[str, str]) -> Section:
    exact: dict[str, Any] = {}
    for fence in _FENCE.findall(body):
        try:
            exact |= tomllib.loads(fence)
        except tomllib.TOMLDecodeError as error:
            raise ValueError(f"“{heading}” has a fence that is no TOML: {error}.") from error
    if "evidence" in exact:
        exact |= _offered(heading, exact.pop("evidence"), pictures)
    parts = _FENCE.sub("", body).strip().split("\n\n")
    paragraphs = tuple(" ".join(part.split()) for part in parts if part.strip())
    return Section(heading=heading, paragraphs=paragraphs, exact=exact)


def _offered(
    heading: str, says: Mapping[str, str], pictures: Mapping[str, str]
) -> dict[str, object]:
    """Return the question which of the pictures is evidence, with the reply to each option."""
    shown = {name: text for name, text in pictures.items() if name != "question"}
    if says.keys() != shown.keys():
        raise ValueError(
            f"“{heading}” has evidence of {', '.join(says)}, and the front matter has pictures of "
            f"{', '.join(shown) or 'nothing'}."
        )
    options = [{"lab": name, "text": text, "says": says[name]} for name, text in shown.items()]
    return {"question": pictures["question"], "options": options}
