"""Attention classifiers, which label words or sentences without a decoder, and their files."""
