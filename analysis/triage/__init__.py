"""Triage measures: numbers that find unusual maps and translations in a corpus.

They are computed from maps, words and log-probabilities. They select pairs to inspect, and do not
measure quality.
"""
