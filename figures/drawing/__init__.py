"""Drawings: values in, SVG text out, as an export shows them."""
