"""SVG files: a sheet with title and caption, colours, lettering and layout constants."""
