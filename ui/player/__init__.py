"""The player: the maps of all models, stepped token by token, and the person's position in it."""
