"""Every key of `st.session_state`: what a session keeps for a visitor, under names said once.

Widgets keep their values here too, so their keys are here. What is a part of something with a key
of its own, or one of many, has a key made by `of`.
"""

# What many pages share
PAGE = "page title"  # of the page that ran last
ARRIVED = "arrived"  # whether this run is the first of another page
GONE_BACK = (
    "gone back"  # whether the browser's way back, or forward, led here, until a player did so
)
RETURNS = "returns"  # of a player: how often that was so
PAIR, SENTENCE, TARGET = "pair", "sentence", "target"
VARIANTS, VARIANT = "variants", "variant"
DECODING = "decoding"  # of free translations
POSTERIOR = "posterior"  # whether it is a layer of the maps
LIVE = "live"  # whether maps follow the typing
TYPING = "typing"  # what listens to it
HOW = (VARIANTS, VARIANT, DECODING, POSTERIOR)  # of these each page has its own in its address
SHARED = (PAIR, SENTENCE, TARGET, *HOW, LIVE)
CHOSEN = "chosen"  # of these, by the page
PRESET, ONLY = "preset", "only"  # buttons of the menu of models
EMPTIED = "emptied"  # whether a person has just emptied the sentence's box
RESTORED = "restored"  # the sentence of an address that the browser went back to
FORCED = "forced"  # whether a map's words have just become the target
FORMER_TARGET = "former target"  # of a sentence that was changed since
BESIDE = "beside"  # what stays on the screen while the panel beside it is read
HINT = "hint"  # how to read the maps
BAR, MODELS_MENU, SETTINGS_MENU = "bar", "models menu", "settings menu"
EXAMPLE = "example"  # the example that was pressed last
PLAYER = "player"  # what its browser reports: step, view, cell
POSITION = "position"  # of a player: (what it shows, where, the view gone back to), for all pages
PLACES = "places"  # of a player: step and cell, for each sentence that was seen
ANATOMY, ANATOMY_VARIANT = "anatomy", "anatomy variant"  # of a player
ANATOMY_CELL = "anatomy cell"  # the cell whose model the anatomy has followed
STEPS = "steps"  # the steps of the trace that the anatomy is of
ARITHMETIC = "arithmetic"  # the panel that the player's strip leads to
EXPORTS, DRAWING, PICTURE = "exports", "drawing", "picture"  # the panel, and parts of it
LOOK = "look"  # of a picture
TABLES = "tables"
SAVE, SAVED = "save", "saved"  # a chart's button, and the chart in the dialog that it opens
SAVED_PRINTS = "chart"
SOURCE_PIECE, TARGET_PIECE = "source piece", "target piece"  # of a cell over words
TERMS, EVERY_TERM = "terms", "every term"  # of a score: the chart, and the table

ALPHA_MENU = "alpha menu"
ALPHA = "alpha"  # of the normaliser, on the score bench and on What if

# The course
LESSONS = "lessons"  # the cards of all
LESSON, SCREEN, ANSWERS, TEACH = "lesson", "screen", "answers", "teach"
PLAN = "plan"  # of a class
PLACES = "places"  # where this session is in each lesson
KIT = "kit"  # for teachers
TOUR = "tour"
LANG = "lang"  # of the lessons

# The score bench
BASE = "base"
BENCH = "bench"  # its tabs
PAIRED, PAIRED_WITH = "paired", "paired with"  # the two maps that are held against each other
PAIRED_MAPS = "paired maps"
TIMING, SCORE, FEEDING, NORMALISER = "timing", "score", "feeding", "normaliser"
DESCRIBED = "described"  # the player of the variant that the switches describe
DATAFLOW, MATRIX, ROWS = "dataflow", "matrix", "rows"
SET, LINES = "set", "lines"  # of sentences: from where, pasted
FILE = "file"  # of them; the link has its digest, as of other files that are brought
SET_TABLE = "set_table"
SET_MAPS = "set maps"  # of the sentence that is open

# What if
WHAT_IF = "what_if"  # a `WhatIf`: the branches and edits
WHAT_IFS = "what_ifs"  # those of other sentences and variants, to come back to
TOKENS, MORE_EDITS = "token by token", "more edits"
PROBLEM = "what_if problem"  # why the last press did nothing, until it is shown
BRANCH_BASE, SCOPE = "branch base", "scope"  # branch off from which, for which variants
CANDIDATE, TYPED = "candidate", "typed token"
REMOVE_BRANCH, UNDO_BRANCH = "remove branch", "undo branch"
CLEAR_BRANCHES = "clear branches"
ROW_EDITOR, EDITED_WORDS = "row editor", "edited words of"
OTHER_VARIANT = "other variant"
AFTER_EDIT = "after edit"  # decode on, or keep the translation
TAKE_BACK, TAKE_ALL_BACK = "take back", "take all back"
MATTER, IMPORTANCE = "matter", "importance"  # does it matter where it looked?

# Beam search
WIDTH, PENALTY = "width", "penalty"
TREE = "beam tree"  # what its browser reports
NODE = "beam node"  # (which search, the node that was chosen in it)

# Open a trace
UPLOAD = "trace"
OPENED = "opened trace"  # the digest of the file that is open
OPENED_LINK = "opened"  # the same, in the link
HANDED_SHOWN = "handed trace"  # that this session was led to the file that the app was started with
FROM_HANDED = "opened what was handed"  # whether what is open is what the app was started with
OPENED_PLAYER, OPENED_EXPORTS = "opened", "opened exports"
DOCTOR = "doctor"
EXAMINED = "examined"  # the files on the doctor's own page
TURNED, SWAPPED = "rows of opened files", "swapped texts"
SEARCH, LISTED = "search", "sentences"  # in the list of opened files
LAYER, HEAD, TOGETHER, EVERY_HEAD = "layer", "head", "together", "every head"

# Alignment
ALIGN, ALIGN_PART, ALIGN_FILES = "align", "align part", "aligned"
DRAWN = "drawn"  # the seed of the sample
SYSTEM, GOLD = "system", "gold"  # of opened files
READ_OFF, SHIFT, LINKED_BY, THRESHOLD = "read off", "shift", "linked by", "link threshold"
BALANCED = "balanced"
JOINED, JOINED_HOW = "joined", "joined how"
ALIGN_LIST = "align list"
LINKS = "links"  # what its browser reports
SET_BY_HAND = "set by hand"  # by pair, what a person changed in its links
HAND = "hand"  # in the link, that there was such a change

# Triage
TRIAGE, TRIAGE_FILES = "triage", "measured"
BESIDES = "besides"  # the models that may disagree
ACROSS, UPWARD = "across", "upward"  # measures of the chart's axes
CLOUD, TRIAGED = "cloud", "triaged"  # the chart, and the table
TRIAGE_PLAYER = "triage player"

# Models, training
TRADE, CARD = "trade", "card"  # BLEU against AER, and the model whose card is open
CURVES, SPREAD, LENGTHS, ENTROPY = "curves", "spread", "lengths", "entropy"
FIXED = "fixed"  # the sentence whose snapshots are played
EVOLUTION = "evolution"


def of(key: str, part: object) -> str:
    """Return the key of a part of something that has a key, or of one of many."""
    return f"{key} {part}"
