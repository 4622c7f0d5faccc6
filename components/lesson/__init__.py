"""A lesson on a page: all that it shows is sent at once, so that the browser answers by itself.

What it says and asks is decided in `lessons`; only `mount` knows Streamlit.
"""
