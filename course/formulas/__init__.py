"""The formulas of lessons: each is written once and shown in five notations, as MathML and code."""
