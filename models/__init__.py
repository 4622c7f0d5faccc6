"""Encoder-decoders with attention: scores, attention, timings, the whole model, checkpoints.

Tensors of piece ids come in, tensors go out. No decoding here, and nothing is kept on a module.
"""
