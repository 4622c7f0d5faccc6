"""The page “Score bench”: variants compared with a base variant, and on a sentence set."""
