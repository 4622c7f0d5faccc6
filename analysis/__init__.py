"""Numbers of traces: arithmetic, distances, edits, entropy, importance, links, words.

A trace comes in, numbers go out; how they are drawn is not known here. No Streamlit.
"""
