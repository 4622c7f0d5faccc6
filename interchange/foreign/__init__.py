"""Files of other tools opened together: numbers are matched with words, and maps transposed.

The results of the readers come in, foreign records with notes on each change go out, by stages:
`opening` calls `classification`, `word_assignment`, `orientation`, `fitting` or `linking`, `checks`
and `report`. It imports neither torch nor Streamlit.
"""
