"""Traces as files of other programs: JSON in and out, CSV and Pharaoh. No torch, no Streamlit."""
