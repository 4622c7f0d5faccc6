"""Parts of a screen, drawn in the browser from data: prose, formulas, curves, columns, tables."""
