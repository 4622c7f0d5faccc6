"""The course: lessons as texts, and the claims about models that their sentences rest on.

Texts come in, and checkpoints; lessons and computed values go out. How they are shown is not known
here.
"""
