"""Analysis of traces: arithmetic, distances, edits, entropy, importance, links, words.

It turns traces into numbers, and does not depend on how they are drawn. No Streamlit.
"""
