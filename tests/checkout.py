"""Makes sure that the tests import the checkout that they lie in; `conftest` imports this first."""

from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def check(origin: str | None) -> None:
    """End the run if the package is not the one in this checkout."""
    if not origin or Path(origin).resolve().parent != ROOT:
        pytest.exit(
            f"These tests are of {ROOT}, but `import alignoscope` finds {origin or 'nothing'}. "
            "Run `make test`, or `pip install --no-deps --editable .` in this checkout.",
            returncode=4,
        )


_spec = find_spec("alignoscope")
check(_spec and _spec.origin)
