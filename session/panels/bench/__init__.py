"""The panels of the score bench: variants held against a base, and what makes a variant."""
