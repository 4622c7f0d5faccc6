"""Lists of sentences: uploaded files, a parallel text in them, a sample of it, and the open row."""
