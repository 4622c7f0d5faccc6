"""Attention without a decoder: models that label words or sentences, and their files."""
