"""Live pages: models that decode in a visitor's browser, without a server or Python.

`exported` writes a model as a list of torch calls, and `engine` runs such lists in JavaScript.
"""
