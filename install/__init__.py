"""What `make` runs before anything is installed: the machine goes in, options for pip come out.
It knows nothing but Python's own library.
"""
