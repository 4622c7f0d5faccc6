"""A beam search as a tree of hypotheses."""
