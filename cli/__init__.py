"""The command line `alignoscope`: one file per command."""
