"""Attention classifiers: models that label words or sentences without a decoder, and their files.
"""
