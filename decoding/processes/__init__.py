"""Processes that decode beside the one that asks, so that all cores work."""
