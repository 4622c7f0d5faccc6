"""Class material: builds worksheets, slides and quiz files of a lesson as text."""
