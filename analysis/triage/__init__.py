"""Measures by which a corpus is looked through: what is odd about a map, or about a translation.

A map, words and log-probabilities come in, numbers go out. They find pairs to look at, and are no
measure of quality.
"""
