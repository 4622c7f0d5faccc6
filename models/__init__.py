"""Encoder-decoders with attention: scores, timings, decoding, traces and checkpoints."""
