"""Parts of every page: frame, session keys, URL parameters, pickers and sentence input."""
