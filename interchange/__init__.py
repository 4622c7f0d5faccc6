"""File formats: traces as JSON, exports as CSV and Pharaoh, and files of other tools.

Files become records, and records become files. It imports neither torch nor Streamlit.
"""
