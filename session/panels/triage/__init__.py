"""The triage page: which pairs are measured, their chart and list, and the one that is open."""
