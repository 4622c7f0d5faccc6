"""The entry points of the pages: a few lines each, which Streamlit runs from top to bottom."""
