"""Traces as files of other programs: JSON in and out, CSV and Pharaoh out.

Text that people bring comes in, records go out, and back. No torch, no Streamlit.
"""
