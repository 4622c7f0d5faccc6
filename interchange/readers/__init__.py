"""Readers of other tools' files, one function per format: files come in, systems of maps go out.

A format is recognised by a file's content, never only by its name, and no code in a file is run.
The readers import neither models nor torch nor Streamlit.
"""
