"""Sequence-level distillation: pairs translated by trained models, for training others."""
