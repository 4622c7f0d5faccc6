"""The app's own server: start-up, host guard, and links that preload the first page."""
