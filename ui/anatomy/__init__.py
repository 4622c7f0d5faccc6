"""One decoding step in detail: its vectors, its scores and weights, and the order of events."""
