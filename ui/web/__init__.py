"""Code of all browser components: script bundles, standalone pages, reports, shared modules."""
