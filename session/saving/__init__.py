"""Saving what is on show: pictures, and how a browser on this machine prints them.

Views come in, files go out to the visitor. What a picture looks like is decided in `figures`.
"""
