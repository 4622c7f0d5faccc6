"""The course: lessons as texts, and the claims about models that their sentences depend on.

This package reads lesson texts and checkpoints and returns lessons and computed values. Only
`course/page` and `course/player` know how they are shown.
"""
