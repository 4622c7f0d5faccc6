"""Browser components of the app, one folder each; pages import them, the library does not."""
