"""The heads of a Transformer: all of its maps in place of those of the models."""
