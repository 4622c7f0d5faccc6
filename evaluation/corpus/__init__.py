"""A whole parallel corpus measured by many processes (`torchrun -m evaluation.corpus --help`).

Texts and checkpoints come in, a folder of Parquet parts goes out, which the app reads. No pages.
"""
