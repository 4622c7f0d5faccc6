"""Parts of a model: encoder, attention, normalisers, packed weights, and one step of an RNN."""
