"""The alignment page: its pairs, their maps, how links are read off, links set by hand."""
