"""A lab of a lesson: its controls, pictures and tables, all in the browser."""
