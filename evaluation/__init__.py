"""Measuring checkpoints (`python -m evaluation --help`).

Checkpoints and parts of a corpus come in, reports and tables go out. It imports no page.
"""
