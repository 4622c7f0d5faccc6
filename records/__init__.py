"""Frozen records and facts that every room knows: traces, trees, reports, limits, the catalogue.

They come from the rooms that make them and go to all others. No torch.
"""
