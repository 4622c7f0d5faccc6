"""SVG drawings: sheets with title and caption, colours, lettering and layout constants."""
