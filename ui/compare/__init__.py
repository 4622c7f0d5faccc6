"""The page “Compare maps”: one sentence, and the map of every chosen model side by side."""
