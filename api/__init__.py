"""`import alignoscope`: load, translate, force, beam, show, and reading other tools' attention."""
