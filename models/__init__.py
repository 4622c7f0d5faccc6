"""Encoder-decoders with attention: scores, attention, timings, the whole model, checkpoints."""
