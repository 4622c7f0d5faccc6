"""The player: maps of all models, stepped token by token, and where the reader is in them."""
