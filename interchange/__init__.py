"""Traces as files that other programs read and write, in and out. No torch and no Streamlit."""
