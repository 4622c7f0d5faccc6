"""The layout numbers that screen and drawings share, mostly in pixels.

They are in `layout_constants.json`, which the scripts of the components import too.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

MEASURES: Final[Mapping[str, Mapping[str, float]]] = json.loads(
    Path(__file__).with_suffix(".json").read_text(encoding="utf-8")
)
