"""The version of Alignoscope, which pyproject.toml reads from here."""

VERSION = "1.1.0"
