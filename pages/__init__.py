"""The pages of the app, one script each, which Streamlit runs from top to bottom: a link goes in,
and what `session` shows comes out. They know no model and no tensor.
"""
