"""The attention doctor: checks maps from another tool against rules, and reports violations.

It takes maps as they were read, before they are transposed, cut or corrected. No torch, no files.
"""
