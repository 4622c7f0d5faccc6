"""The step player: hands finished maps to the browser, which draws and steps through them alone.

What a map holds is decided in `figures.views.maps`; how it is drawn, moved and looked at in the
scripts beside this file. Only `mount` knows Streamlit: the player also stands in a file of its own.
"""
