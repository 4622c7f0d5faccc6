"""Many people at once: what they wait for, in which order it is made, and on how many cores."""
