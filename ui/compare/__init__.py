"""The page “Compare maps”: one sentence, and the maps of all chosen models side by side."""
