"""The labs of the lessons: each takes checkpoints and returns the outcome of every setting.

All outcomes are computed in advance, so that a control responds in the browser without a server.
"""
