"""Sentences with labels and the words that decide them: made-up, or spliced from corpora."""
