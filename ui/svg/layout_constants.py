"""The numbers that the screen and the drawings share, mostly pixels: what `measures.json` holds.

The scripts of the components import the same file.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

MEASURES: Final[Mapping[str, Mapping[str, float]]] = json.loads(
    Path(__file__).with_suffix(".json").read_text(encoding="utf-8")
)
