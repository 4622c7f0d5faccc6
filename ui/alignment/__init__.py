"""The page “Alignment”: links read off the maps, compared with gold links, and set by hand."""
