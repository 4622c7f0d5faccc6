"""The panels of the what-if page: another token, other weights, and what a row is worth."""
