"""`python -m alignoscope`: the command line."""

from alignoscope.cli.main import main

main()
