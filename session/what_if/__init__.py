"""What if: the branches and edits of one sentence in the session, and their traces.

What a person changed comes in, traces go out. How it is shown is in `session.panels.what_if`.
"""
