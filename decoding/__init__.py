"""Decoding: a checkpoint and a sentence in, traces out; only here tensors become arrays."""
