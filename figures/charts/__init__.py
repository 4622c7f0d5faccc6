"""Charts: views and numbers come in, Plotly figures and tables of pandas go out.

The numbers of traces themselves are made in `analysis`. No torch, no Streamlit.
"""
