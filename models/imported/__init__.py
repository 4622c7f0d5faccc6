"""Models that other programs trained: their arrays and vocabularies come in, checkpoints go out.

Nothing in a file is run: no pickle is read. It knows the rooms below `models` and the model itself.
"""
