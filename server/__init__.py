"""The app's own server: start-up, the host guard, and links that preload the first page."""
