"""Where the maps go: numbers in, numbers out."""
