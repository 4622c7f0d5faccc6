"""The page “Alignment”: word alignments extracted from maps, scored, and edited by hand."""
