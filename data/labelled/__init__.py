"""Synthetic labelled sentences, with the words that decide each label, for classifiers."""
