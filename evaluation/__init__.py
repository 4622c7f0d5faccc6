"""Measuring checkpoints (`python -m evaluation --help`).

Checkpoints and a part of a corpus come in, reports and tables go out. It knows no page.
"""
