"""What can be moved in a lesson: checkpoints come in, what follows from each setting goes out.

Everything is computed before it is shown, so that a moved control is answered where it is moved.
"""
