"""Synthetic Hindi sentences and their English: the words, their forms, phrases, and sentences.

A source of chance comes in, a pair with its exact links goes out.
"""
