"""Decoding: a checkpoint and a sentence come in, traces go out; only here tensors become arrays.

It does not know what traces are used for: no figure, no file, no page.
"""
