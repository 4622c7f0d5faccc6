"""Saving what is on show: pictures, how a browser prints them, the page that steps offline."""
