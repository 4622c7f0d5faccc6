"""Saving what is on screen: pictures (SVG, PDF, PNG), tables, traces and standalone pages."""
