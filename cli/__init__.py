"""The command `alignoscope`: one file per command."""
