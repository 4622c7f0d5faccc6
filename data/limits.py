"""The limits of what people may give: all in one place, so that memory stays bounded."""

MAX_TOKENS = 100  # pieces of a sentence, without its end mark
MAX_WIDTH = 100  # hypotheses of a beam in the library
MAX_TREE_WIDTH = 10  # and of one that is drawn
MAX_BRANCHES = 20  # continuations of one sentence that are kept side by side
MAX_SENTENCES = 1_000  # lines of a sentence set
MAX_TRACE_BYTES = 20_000_000  # of an uploaded trace file
MAX_TRACE_CELLS = 100_000  # target tokens times source tokens, over all traces of a file
MAX_LINK = 2_000  # characters of a link that restores a view
