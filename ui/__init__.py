"""What people see: Streamlit panels and browser components, one folder per feature.

A folder has all of its feature: its panel or page, the values of its view, its chart or drawing,
its browser component (Python beside JavaScript and CSS) and its export. `shell` is the frame of all
pages, `web` joins and mounts scripts, `svg` draws files, `player` shows maps.
"""
