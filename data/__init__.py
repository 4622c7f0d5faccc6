"""Text data: corpora and their split, the subword tokenizer, synthetic tasks, gold links.

It turns files and text into pairs and pieces. No torch: nothing here depends on a model.
"""
