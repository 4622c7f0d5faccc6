"""A lesson in the browser: its screens, labs and progress, in the app and on a platform."""
