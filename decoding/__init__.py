"""Decoding: from a checkpoint and sentences to traces, whose tensors become arrays here.

This package does not depend on the uses of traces: figures, files and pages.
"""
