"""One weight as a formula with its numbers, term by term, down to the softmax."""
