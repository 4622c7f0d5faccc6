"""What is measured of a checkpoint or an aligner: flat rows of numbers come in and go out.

It knows nothing of files, nor of how anything is measured.
"""
