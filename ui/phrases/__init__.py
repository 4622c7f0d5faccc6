"""Phrases: what the player says, by language; `say.js` says it, in English unless it is told."""
