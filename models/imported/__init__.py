"""Models trained by other programs: their arrays and vocabularies become checkpoints.

No code in a file is run, and no pickle is read. This folder imports the model and the folders below
`models`.
"""
