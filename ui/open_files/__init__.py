"""Opening traces and the attention files of other tools; lists of sentences; the doctor."""
