"""Files of other tools, one function a format: what people bring comes in, foreign records go out.

A format is known by what a file holds, never by its name alone, and nothing in a file is run. No
model, no torch, no Streamlit.
"""
