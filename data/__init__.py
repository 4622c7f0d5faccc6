"""Text: corpora and their split, the subword tokenizer, made-up tasks, gold links.

Files and text come in, pairs and pieces go out. No torch: nothing here knows a model.
"""
