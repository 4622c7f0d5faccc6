"""Measuring a whole parallel corpus in many processes (`torchrun -m evaluation.corpus --help`).

Texts and checkpoints come in, a folder of Parquet parts goes out, which the app reads. It imports
no page.
"""
