"""See how attention works: Bahdanau and Luong encoder-decoders, their traces and their maps.

`load` a model, `translate`, `force` or `beam`, and `show` what comes out; `read` what was saved.
docs/python.md has examples. Nothing heavy is imported before the first of them is used.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from alignoscope.api.capture import catch, doctor
    from alignoscope.api.foreign import from_arrays, from_huggingface, read
    from alignoscope.api.functions import (
        beam,
        force,
        load,
        show,
        translate,
        with_posterior,
        with_readers,
        words_known,
    )

__all__ = [
    "beam",
    "catch",
    "doctor",
    "force",
    "from_arrays",
    "from_huggingface",
    "load",
    "read",
    "show",
    "translate",
    "with_posterior",
    "with_readers",
    "words_known",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'alignoscope' has no attribute {name!r}")
    from alignoscope.api import capture as catching
    from alignoscope.api import foreign, functions

    rooms = (catching, foreign, functions)
    return next(getattr(room, name) for room in rooms if hasattr(room, name))


def __dir__() -> list[str]:
    return [*globals(), *__all__]
