"""Frozen records that every room knows: sentences, traces, variants, reports, limits. No torch."""
