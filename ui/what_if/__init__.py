"""The page “What if”: forced tokens and edited weights, and how decoding continues."""
