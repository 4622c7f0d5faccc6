"""Measuring checkpoints: `python -m evaluation --help`."""
