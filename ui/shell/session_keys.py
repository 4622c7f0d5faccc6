"""All keys of `st.session_state`.

Widgets keep their values there too, so their keys are included. `of` makes the key of a part of a
thing that has a key, and of one thing among many.
"""

# Shared by many pages
PAGE = "page title"  # the title of the page that ran last
ARRIVED = "arrived"  # whether this is the first run after a change of page
# Whether the browser's back or forward button led here; the next player that is shown resets it.
GONE_BACK = "gone back"
WARNED = "warned"  # the warnings of this run about the link
REPEAT = "repeat"  # whether the next run shows them again
REPEATED = "repeated"  # the warnings of the run before that this run shows again
PAIR, SENTENCE, TARGET = "pair", "sentence", "target"
REGISTER = "register"  # whether formal text is asked for; the sentence has the mark
VARIANTS, VARIANT = "variants", "variant"
SELECTED = "selected"  # "none" in a link: no model is selected, which `VARIANTS` cannot record
DECODING = "decoding"  # how free translations are decoded
WIDTHS = "widths"  # the same as beam widths, which all pages share
POSTERIOR = "posterior"  # whether the maps have the posterior as a layer
LIVE = "live"  # whether maps follow the typing
TYPING = "typing"  # the component that follows the typing
HOW = (VARIANTS, VARIANT, DECODING, POSTERIOR)  # each page has its own values in its address
SHARED = (PAIR, SENTENCE, TARGET, *HOW, LIVE)
CHOSEN = "chosen"  # the values of `HOW` with which each page was left
PRESET, ONLY = "preset", "only"  # buttons of the models menu
EMPTIED = "emptied"  # whether a person has just cleared the sentence's text box
RESTORED = "restored"  # the sentence of the address that the browser went back to
WHOLE = "whole"  # whether a click in a fragment has changed what the whole page depends on
FORMER_TARGET = "former target"  # the target that was cleared when the sentence changed
BESIDE = "beside"  # a map that stays on the screen while the panel beside it is scrolled
HEADING = "heading"  # the title and the purpose of the page
BAR, MODELS_MENU, SETTINGS_MENU = "bar", "models menu", "settings menu"
EXAMPLE = "example"  # the example that was clicked last
PLAYER = "player"  # the player; the browser reports step, view and cell under this key
POSITION = "position"  # the `PlayerMemory` of a player; all pages share it
HEADS, ATTENTION = "heads", "attention"  # the model whose heads are open, and of which attention
HEADS_BAR, HEAD_TRACES = "heads bar", "head traces"
ABLATION, ABLATED = "ablation", "ablated"  # the panel on what heads matter, and its results
HEAD_ERRORS, HEADS_MEASURED = "head errors", "heads measured"  # the panel on what head aligns
ANATOMY, ANATOMY_VARIANT = "anatomy", "anatomy variant"  # the anatomy beside a player
ANATOMY_CELL = "anatomy cell"  # the chosen cell that last set the model of the anatomy
STEPS = "steps"  # the steps of the trace that the anatomy shows
ARITHMETIC = "arithmetic"  # the panel that the player's readout bar links to
EXPORTS, DRAWING = "exports", "drawing"  # the export panel, and the picture in its dialog
SAVE_ASKED = "save asked"  # whether the player's button for saving a picture was just clicked
LOOK = "look"  # the options of a picture
TABLES = "tables"
SAVE, SAVED = "save", "saved"  # a chart's button, and the chart in the dialog that it opens
SAVED_PRINTS = "chart"  # the PDF and PNG buttons in the dialog of a chart or a diagram
SOURCE_PIECE, TARGET_PIECE = "source piece", "target piece"  # the chosen pieces of a word cell
TERMS, EVERY_TERM = "terms", "every term"  # the terms of a score as a chart, and as a table

ALPHA_MENU = "alpha menu"
ALPHA = "alpha"  # alpha of the normaliser, on the pages "Score bench" and "What if"

# The course
LESSONS = "lessons"  # the cards of all lessons
LESSON, SCREEN, ANSWERS, TEACH = "lesson", "screen", "answers", "teach"
PLAN = "plan"  # the lesson plan of a class
LESSON_PROGRESS = "lesson progress"  # the session's screen and answers in each lesson
PROGRESS = "progress"  # the switch that keeps progress; the browser reports it under this key
REVIEW = "review"  # the button that asks a question of an earlier lesson
TASK = "task"  # the screen of a lesson that led to this page, as the query of its address
KIT = "kit"  # the material for teachers
TOUR = "tour"
FIRST_VISIT = "first visit"  # whether this session began on the landing page; also a component
LANG = "lang"  # the language of the lessons

# The score bench
BASE = "base"
BENCH = "bench"  # the tabs of the score bench
PAIRED, PAIRED_WITH = "paired", "paired with"  # the two maps that are compared
PAIRED_MAPS = "paired maps"
TIMING, SCORE, FEEDING, NORMALISER = "timing", "score", "feeding", "normaliser"
COPYING = "copying"
DESCRIBED = "described"  # the player of the variant that the switches describe
DATAFLOW, MATRIX, ROWS = "dataflow", "matrix", "rows"
SET, LINES = "set", "lines"  # a set of sentences: where it is from, and the pasted lines
FILE = "file"  # an uploaded set of sentences; the link has the file's digest
SET_TABLE = "set_table"
ONLY_DOUBTED = "only_doubted"
SET_MAPS = "set maps"  # the maps of the open sentence of the set

# What if
WHAT_IF = "what_if"  # a `WhatIf`: the branches and edits
WHAT_IFS = "what_ifs"  # the branches and edits of other sentences and variants
WROTE = "wrote"  # the edited translation, or the original
TOKENS, MORE_EDITS = "token by token", "more edits"
PROBLEM = "what_if problem"  # why the last click did nothing, until the page shows it
BRANCH_BASE, SCOPE = "branch base", "scope"  # the base of a branch, and the variants to branch
CANDIDATE, TYPED = "candidate", "typed token"
REMOVE_BRANCH, UNDO_BRANCH = "remove branch", "undo branch"
CLEAR_BRANCHES = "clear branches"
ROW_EDITOR, EDITED_WORDS = "row editor", "edited words of"
OTHER_VARIANT = "other variant"
EDITED_LAYER, EDITED_HEAD = "edited layer", "edited head"
HEAD_ROWS = "head rows"  # the weights of all heads, of the original or the edited translation
AFTER_EDIT = "after edit"  # whether to decode again after an edit or to keep the translation
UNDO_EDIT, UNDO_EDITS = "undo edit", "undo all edits"  # undo the last edit, or all
MATTER, IMPORTANCE = "matter", "importance"  # the panel on whether the attention mattered

# Beam search
WIDTH, PENALTY = "width", "penalty"
TREE = "beam tree"  # the tree; the browser reports the chosen node under this key
NODE = "beam node"  # (identity of the search, the node chosen in it)

# Open a trace
UPLOAD = "trace"
OPENED = "opened trace"  # the digest of the open file
OPENED_LINK = "opened"  # this digest as a parameter of the link
HANDED_SHOWN = "handed trace"  # whether this session was led to the file the app started with
FROM_HANDED = "opened what was handed"  # whether the open file is the one the app started with
OPENED_PLAYER, OPENED_EXPORTS = "opened", "opened exports"
DOCTOR = "doctor"
EXAMINED = "examined"  # the files on the page "Doctor"
TURNED, SWAPPED = "rows of opened files", "swapped texts"
# Whether the softmax is applied to the numbers of opened and of examined files.
SCORES, EXAMINED_SCORES = "opened scores", "examined scores"
FIRST = "first position"  # the first position of opened links
CHINESE = "chinese words"  # whether Chinese characters of opened files are joined into words
SPACES = "split at"  # the spaces at which opened texts are split
PLACED = "opened_places"  # with the name of a side
GRID_SHAPE, HOP, RATE, REDUCTION = "opened_grid", "opened_hop", "opened_rate", "opened_reduction"
TYPED_SIDE = "typed"  # the typed words of a side of files that have none, by side and digest
SEARCH, LISTED = "search", "sentences"  # the search in the list of sentences, and the list
ROW = "row"  # the number of the open row of a list, from 1, as a parameter of the link
SCORED = "log-probabilities"  # the range of those of listed sentences
LAYER, HEAD, TOGETHER, EVERY_HEAD = "layer", "head", "together", "every head"

# Alignment
ALIGN, ALIGN_PART, ALIGN_FILES = "align", "align part", "aligned"
DRAWN = "drawn"  # the seed of the random sample of sentence pairs
SYSTEM, GOLD = "system", "gold"  # opened files of system links and of gold links
READ_OFF, SHIFT, LINKED_BY, THRESHOLD = "read off", "shift", "linked by", "link threshold"
BALANCED = "balanced"
JOINED, JOINED_HOW = "joined", "joined how"
ALIGN_LIST = "align list"
LINKS = "links"  # the link editor; the browser reports changes under this key
SET_BY_HAND = "set by hand"  # the manual changes to links, by sentence pair
HAND = "hand"  # the parameter of the link that marks manual changes

# Triage
TRIAGE, TRIAGE_FILES = "triage", "measured"
BESIDES = "besides"  # the other models, whose disagreement is measured
ACROSS, UPWARD = "across", "upward"  # the measures on the chart's axes
CLOUD, TRIAGED = "cloud", "triaged"  # the chart, and the table
TRIAGE_PLAYER = "triage player"

# Models, training
TRADE, CARD = "trade", "card"  # the chart of BLEU against AER, and the open model card
GRID = "grid"  # all models by score and timing
ADDING = "adding"  # the menu of how to train or add a model
CURVES, SPREAD, LENGTHS, ENTROPY = "curves", "spread", "lengths", "entropy"
RELIABILITY = "reliability"
FIXED = "fixed"  # the sentence whose training snapshots are played
FIXED_BOX = "fixed-box"
SNAPSHOT = "snapshot"  # the number of the training snapshot on show, from 1
EVOLUTION = "evolution"


def of(key: str, part: object) -> str:
    """Return the key of one part of a thing that has the key `key`, or of one of many things."""
    return f"{key} {part}"
