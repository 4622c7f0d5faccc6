"""Charts: values in, Plotly figures and tables out."""
