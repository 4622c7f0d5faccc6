"""The optional packages: those of each extra in `pyproject.toml`, and the error without them."""

from importlib.util import find_spec

EXTRAS = {
    "chinese": ("jieba",),
    "course": ("nbformat", "python-pptx", "segno"),
    "evaluation": ("sacrebleu", "tabulate"),
    "excel": ("openpyxl",),
    "localisation": ("translate-toolkit",),
}
# What is imported, if it has another name.
MODULES = {"python-pptx": "pptx", "translate-toolkit": "translate"}


def missing(extra: str) -> list[str]:
    """Return the packages of an extra that are not installed."""
    return [name for name in EXTRAS[extra] if find_spec(MODULES.get(name, name)) is None]


def require(extra: str) -> None:
    """Check that the packages of an extra are installed.

    Raises:
        ValueError: if one is not.
    """
    if names := " ".join(missing(extra)):
        raise ValueError(f"This needs packages that the app does not: run pip install {names}.")
