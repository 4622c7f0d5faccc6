"""What the player shows: maps, flows, bars, legend, and the controls of its toolbar."""
