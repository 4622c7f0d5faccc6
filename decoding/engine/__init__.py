"""A whole greedy translation in one call: the model's torch calls, run by WebAssembly.

`calls` records what torch computes for one step, `tables` writes it as numbers, `engine.c` runs
them, and `running` decides which models it runs. The loop of `decoding.loop` is the reference.
"""
