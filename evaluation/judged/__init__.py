"""Translations that a person has read: sentences and checkpoints come in, grades go out."""
