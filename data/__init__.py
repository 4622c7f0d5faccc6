"""Text: corpora and their split, the subword tokenizer, sentences as pieces and words."""
