"""Figures: a trace in, what is seen of it out, as values, charts and drawings. No torch here."""
