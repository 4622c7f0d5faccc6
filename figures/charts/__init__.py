"""Charts: values in, Plotly figures and tables out. Numbers of traces come from `analysis`."""
