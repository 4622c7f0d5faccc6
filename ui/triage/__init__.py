"""The page “Triage”: a measured corpus, its odd pairs first."""
