"""Live pages: a static site on which all models of a pair translate in the visitor's browser.

Python writes the site with everything that is known before a sentence is typed. The scripts load
models, let workers decode, and give the traces to the app's own player.
"""
