"""The panels of the pages: each shows one subject, and returns what a person chose there.

Traces and positions come in; what is computed from them is made in the rooms below.
"""
