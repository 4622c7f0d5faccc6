"""The training recipe (`python -m training --help`), from a corpus and options to a checkpoint.

It also writes a state from which a run resumes. Its only measure is the loss; it imports no page or
figure.
"""
