"""Immutable records and facts that all packages share: traces, reports, limits, the catalogue.

Other packages create and exchange them; this one imports none of those. No torch.
"""
