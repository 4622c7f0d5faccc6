"""Scripts that all components use: text, colours, numbers, elements and their lifecycle. They know
no component; no Python lives here.
"""
