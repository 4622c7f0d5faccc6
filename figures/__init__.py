"""Figures: a trace in, a picture or a table out. No torch and no Streamlit here."""
