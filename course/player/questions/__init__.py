"""Questions in the browser: bets, answers, hints and sketches."""
