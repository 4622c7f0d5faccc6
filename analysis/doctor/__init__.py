"""The doctor for attention: maps as they are come in, which rules they keep and break goes out.

Maps are taken before anything was turned, cut or set right. No torch, and no files.
"""
