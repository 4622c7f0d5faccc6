"""Numbers of traces: arithmetic, edits, importance, words; a trace comes in. No Streamlit."""
