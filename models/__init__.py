"""Encoder-decoders with attention: score functions, attention, timings, whole model, checkpoints.

The input is tensors of token ids, the output tensors. Decoding is elsewhere. No module stores
anything in `forward` or `step`, so several threads can share one model.
"""
