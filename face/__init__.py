"""What people meet who import the package or type its name: names of models, sentences and files
come in, traces that show themselves and running commands go out. It knows all rooms but the app's.
"""
