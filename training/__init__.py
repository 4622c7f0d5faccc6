"""The training recipe: `python -m training --help`."""
