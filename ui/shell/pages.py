"""The pages of the app, and the parameters that a link to each can have."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from alignoscope.ui.shell import session_keys as state
from alignoscope.ui.shell.link_parameters import POSITION, TRANSLATION

_TEXT = (state.PAIR, state.SENTENCE, state.TARGET)
_SWITCHES = (state.TIMING, state.SCORE, state.NORMALISER, state.FEEDING, state.COPYING)


@dataclass(frozen=True)
class AppPage:
    """A page of the app.

    Args:
        path: its file.
        title: its title, by which its file asks for it.
        icon: its icon in the rail of pages.
        parameters: the parameters of a link that it reads. With a pair it needs models; with a
            sentence or several variants it opens with what models compute.
        purpose: what it is for, in one line; "" if its screens have titles of their own.
    """

    path: str
    title: str
    icon: str
    parameters: tuple[str, ...]
    purpose: str = ""


GROUPS: Mapping[str, Sequence[AppPage]] = {
    "Learn": (
        AppPage(
            "app.py",
            "Compare maps",
            ":material/grid_view:",
            (
                *TRANSLATION,
                *POSITION,
                *(state.SELECTED, state.LIVE, state.TOUR, state.LANG, state.TASK, state.HEADS),
            ),
            "See where each model looks as it translates a short sentence: a ribbon is as wide as "
            "the weight.",
        ),
        AppPage(
            "pages/lessons.py",
            "Lessons",
            ":material/school:",
            (state.LESSON, state.SCREEN, state.ANSWERS, state.TEACH, state.PLAN, state.LANG),
        ),
        AppPage(
            "pages/step_by_step.py",
            "Step by step",
            ":material/footprint:",
            (
                *(*_TEXT, state.VARIANT, *POSITION),
                *(state.DECODING, state.POSTERIOR, state.LIVE, state.TASK),
            ),
            "Everything one model computed at each step. Click a cell to see how its weight was "
            "calculated.",
        ),
        AppPage(
            "pages/training.py",
            "Training",
            ":material/timeline:",
            (
                *(state.PAIR, state.VARIANTS, state.SELECTED),
                *(state.FIXED, state.SNAPSHOT, state.TASK),
            ),
            "Watch attention emerge during training: snapshots, spaced further and further apart. "
            "Every model is forced to this translation.",
        ),
    ),
    "Explore": (
        AppPage(
            "pages/score_bench.py",
            "Score bench",
            ":material/balance:",
            (
                *TRANSLATION,
                *POSITION,
                *(state.SELECTED, state.BENCH, state.BASE, state.ALPHA, state.FILE, state.TASK),
                *_SWITCHES,
            ),
            "Compare score functions on one sentence or on a set of short, everyday sentences.",
        ),
        AppPage(
            "pages/what_if.py",
            "What if",
            ":material/alt_route:",
            (
                *(*_TEXT, state.VARIANT, *POSITION, "branch", "edit", "keep"),
                *(state.ALPHA, state.POSTERIOR, state.TASK),
            ),
            "Change a word, or where the model looks, and see how the rest of the translation "
            "changes. The original stays to compare with.",
        ),
        AppPage(
            "pages/beam_tree.py",
            "Beam search",
            ":material/account_tree:",
            (
                *(*_TEXT, state.VARIANT, *POSITION),
                *(state.WIDTH, state.PENALTY, "node", state.POSTERIOR),
            ),
            "At each step the most probable hypotheses are kept and the rest pruned. Click one, or "
            "press the arrow keys and Enter, to see where the model looked on that path.",
        ),
        AppPage(
            "pages/alignment.py",
            "Alignment",
            ":material/join_inner:",
            (*_TEXT, state.VARIANT, state.ALIGN, state.ALIGN_FILES, state.HAND, state.ROW),
            "Turn an attention map into word alignments, compare them with the gold standard, and "
            "correct them by hand.",
        ),
        AppPage(
            "pages/triage.py",
            "Triage",
            ":material/troubleshoot:",
            (state.PAIR, state.VARIANT, state.TRIAGE_FILES, state.ROW),
            "Find suspicious sentence pairs. Each is rated by a model; outliers deserve a look, "
            "but the ratings do not measure quality.",
        ),
    ),
    "Data": (
        AppPage(
            "pages/open_trace.py",
            "Open a trace",
            ":material/upload_file:",
            (state.OPENED_LINK,),
            "Open the attention maps and alignments of other tools, or a file saved from this app. "
            "No model is needed.",
        ),
        AppPage(
            "pages/doctor.py",
            "Doctor",
            ":material/stethoscope:",
            (state.EXAMINED,),
            "Check an attention file for common bugs. The file is checked as is.",
        ),
        AppPage(
            "pages/models.py",
            "Models",
            ":material/table_chart:",
            (state.PAIR, state.CARD),
            "How well each model translates and aligns, and how it was trained.",
        ),
    ),
}
PAGES: Mapping[str, AppPage] = {page.title: page for group in GROUPS.values() for page in group}
