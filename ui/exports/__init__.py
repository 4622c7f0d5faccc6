"""Exports of what is on the screen: pictures (SVG, PDF, PNG), tables, traces, standalone pages."""
