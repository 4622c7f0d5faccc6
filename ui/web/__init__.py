"""Browser components in general: joined scripts, standalone pages, reports, and shared modules."""
