"""Files of other tools opened together: words matched with numbers, maps turned right.

What the readers found comes in, foreign records with notes of what was done go out. No torch, no
Streamlit.
"""
