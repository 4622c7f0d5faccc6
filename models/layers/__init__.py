"""Parts of a model: encoder, attention, normalisers, packed weights, and decoder states."""
