"""What is drawn, as values: maps, steps, trees, clocks, and how a person looks at them.

Traces come in, records of words and numbers go out; no Plotly figure, no SVG, no page.
"""
