"""Drawings: views come in, SVG text goes out, as an export shows what the screen showed.

Layout numbers come from `figures.measures`, which the scripts of the screen read too.
"""
