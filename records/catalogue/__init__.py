"""The catalogue of scores, timings, normalisers and tasks: formula, paper, sentence, diagram.

Each fact is stated here once, for pages, exports and tests.
"""
