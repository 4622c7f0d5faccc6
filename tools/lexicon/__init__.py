"""Made pairs for words that a corpus lacks: real ones with a word or a name changed, and frames."""
