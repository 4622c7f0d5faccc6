"""The player's position and what of it leaves the page: reports, links, the browser's history."""
