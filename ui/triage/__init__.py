"""The page “Triage”: a measured corpus, the most unusual pairs first."""
