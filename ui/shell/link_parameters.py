"""The parameters that links of the app and of live pages have, and the values that these can have.

They are in `link_parameters.json`, which the script of a live page imports too.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

_TABLE = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
TRANSLATION: Final[tuple[str, ...]] = tuple(_TABLE["translation"])
POSITION: Final[tuple[str, ...]] = tuple(_TABLE["position"])
VALUES: Final[Mapping[str, tuple[str, ...]]] = {  # of those parameters that have a choice
    name: tuple(values) for name, values in _TABLE["values"].items()
}
SWITCHES: Final[Mapping[str, bool]] = _TABLE["switches"]
# Of a page with several models: the beam widths of the one shown large and of the others.
DECODINGS: Final[Mapping[str, tuple[int, int]]] = {
    name: (lead, others) for name, (lead, others) in _TABLE["decodings"].items()
}
