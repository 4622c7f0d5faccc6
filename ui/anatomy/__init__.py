"""One decoding step in detail: its vectors, its scores and the order of its computation."""
