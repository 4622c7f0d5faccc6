"""Browser components of the app, one folder each; pages import them, the library does not.

In a folder stand what Python sends and hears (`__init__`), a style sheet and ES modules, of which
the one named after the folder is the entry. `maps` has the modules that draw and point at maps for
both players, `shared` those for all; `scripts` joins them for the browser.
"""
