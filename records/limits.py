"""The limits of what people may give: all in one place, so that memory stays bounded."""

MAX_TOKENS = 100  # pieces of a sentence, without its end mark
MAX_WIDTH = 100  # hypotheses of a beam in the library
MAX_TREE_WIDTH = 10  # and of one that is drawn
MAX_BRANCHES = 20  # continuations of one sentence that are kept side by side
MAX_EDITS = 100  # edits of one sentence's weights that can be taken back
MAX_SENTENCES = 1_000  # lines of a sentence set
MAX_CHARACTERS = 5_000  # of a text, before it is cut into tokens
WEIGHT_SLACK = 0.01  # by which a row of rounded weights may sum to more than 1
MAX_TRACE_BYTES = 20_000_000  # of an uploaded trace file
MAX_OPENED_BYTES = 320_000_000  # of all trace files that visitors have open, by their sizes
MAX_TRACE_CELLS = 100_000  # target tokens times source tokens, over all traces of a file
MAX_TRACE_VALUES = 2_000_000  # numbers and words of such a file
MAX_TRACE_LISTS = 200_000  # and its lists and objects
MAX_TRACE_TEXT = 20_000  # characters of a sentence or a word in it
MAX_TRACES = 50  # traces in it
MAX_LINK = 2_000  # characters of a link that restores a view
MAX_IMPORT_BYTES = 100_000_000  # of an uploaded file of another tool, also when it is unpacked
MAX_IMPORT_FILES = 12  # opened together, texts among them
MAX_IMPORT_NUMBERS = 40_000_000  # of all maps of such a file
MAX_IMPORT_VALUES = 8_000_000  # numbers and words of it, if it is JSON
MAX_IMPORT_LISTS = 1_000_000  # and its lists and objects
MAX_IMPORT_SENTENCES = 50_000  # in it
MAX_IMPORT_WORDS = 1_000  # tokens of one of its sentences
MAX_SIDE_BY_SIDE = 16  # maps of a sentence in the player
