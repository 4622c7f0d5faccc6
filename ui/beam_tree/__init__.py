"""The page “Beam search”: a beam search drawn as a tree of hypotheses."""
