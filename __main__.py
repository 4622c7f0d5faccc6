"""`python -m alignoscope`: the command line."""

from alignoscope.face.command_line import main

main()
