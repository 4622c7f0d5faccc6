"""The arithmetic of one weight: its formulas with numbers, from the score's terms to softmax."""
