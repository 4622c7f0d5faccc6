"""Lists of sentences: an uploaded parallel text, a sample of it, and the row that is open."""
