"""The panels of the pages: each shows one subject and returns what a person chose there."""
