"""Made pairs for the words of the lexicon: real pairs with one word changed, and frames."""
