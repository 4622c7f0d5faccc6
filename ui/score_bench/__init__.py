"""The page “Score bench”: variants compared with a base variant, and over a sentence set."""
