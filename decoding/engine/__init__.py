"""A whole greedy translation in one call: the model's torch calls, run by WebAssembly.

`calls` records what torch computes for one step, `tables` writes it as numbers, `placing` lays them
and the weights into memory, `engine.c` runs them, and `running` decides which models it runs. A
beam makes two calls a step (`beams`). The loops of `decoding.loop` and `decoding.beam` with torch
are the reference.
"""
