"""Every key of `st.session_state`: what a session keeps for a visitor, under names said once.

Widgets keep their values here too, so their keys are here. A key with a part of its own, such as
`branch 3`, is made by `of`.
"""

# What many pages share
PAGE = "page title"  # of the page that ran last
PAIR, SENTENCE, TARGET = "pair", "sentence", "target"
VARIANTS, VARIANT = "variants", "variant"
SHARED = (PAIR, SENTENCE, TARGET, VARIANTS, VARIANT)
EXAMPLE = "example"  # the example that was pressed last

# The score bench
BASE = "base"
TIMING, SCORE, FEEDING = "timing", "score", "feeding"

# Beam search
WIDTH, PENALTY = "width", "penalty"

# Open a trace
HANDED = "handed trace"  # whether the app's own file was gone to

# Training
FIXED = "fixed"  # the sentence whose snapshots are played


def of(key: str, part: object) -> str:
    """Return the key of a part of something that has a key."""
    return f"{key} {part}"
