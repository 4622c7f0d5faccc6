"""The bridge between Streamlit and the library: cached models and traces, the sidebar, the URL."""

import json
import os
import re
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import streamlit as st
import torch

from components.player import player
from data.examples import EXAMPLES
from figures.maps import MEASURES, UNITS, map_view, shared_scale
from models.attention import known_scores
from models.checkpoint import SUFFIX, Checkpoint, load_checkpoint
from models.decoding import force, translate
from models.trace import Trace
from models.variant import TIMINGS, parse_variant

ROOT = Path(__file__).parent.parent
CHECKPOINTS = Path(os.environ.get("ALIGNOSCOPE_CHECKPOINTS", ROOT / "checkpoints"))
RESULTS = ROOT / "results"
LANGUAGES = {"deu": "German", "eng": "English", "fra": "French", "hin": "Hindi", "spa": "Spanish"}
PAGES = {
    "app.py": ("Compare maps", ":material/grid_view:"),
    "pages/step_by_step.py": ("Step by step", ":material/footprint:"),
    "pages/models.py": ("Models", ":material/table_chart:"),
}
PLAIN = {"displayModeBar": False}
_slots = threading.Semaphore(os.cpu_count() or 1)


def start(title: str) -> None:
    """Set up a page: its title, and the sidebar that all pages share."""
    st.set_page_config(
        page_title=f"{title} · Alignoscope",
        page_icon=str(ROOT / "docs" / "icon.svg"),
        layout="wide",
        initial_sidebar_state=250,
    )
    with st.sidebar:
        st.markdown("### Alignoscope")
        for path, (label, icon) in PAGES.items():
            st.page_link(path, label=label, icon=icon)
        st.divider()


def pick_pair() -> tuple[str, list[Path]]:
    """Return the chosen language pair and its checkpoints; stop the page if there are none."""
    pairs = {path.parent.name for path in CHECKPOINTS.glob(f"*/*{SUFFIX}")}
    pairs = sorted(pairs, key=lambda name: (name != "eng-fra", name))
    if not pairs:
        st.info(
            f"There is no checkpoint in `{CHECKPOINTS}`. Train one with `python -m training` "
            "(the README tells how), then reload this page."
        )
        st.stop()
    pair = pairs[0]
    if len(pairs) > 1:
        pair = st.sidebar.selectbox(
            "Models of", pairs, key="pair", on_change=_use_pair, bind="query-params"
        )
    return pair, _checkpoints(pair)


def pick_variants(paths: Sequence[Path]) -> list[Path]:
    """Return the checkpoints of the variants to see; say which ones in the URL do not exist."""
    names = {path.stem: path for path in paths}
    _warn_of_unknown("variants", names)
    chosen = st.sidebar.pills(
        "Variants",
        names,
        key="variants",
        selection_mode="multi",
        default=names,
        bind="query-params",
    )
    if not chosen:
        st.info(
            "No variant is chosen: pick at least one in the sidebar.", icon=":material/arrow_back:"
        )
        st.stop()
    return [path for name, path in names.items() if name in chosen]


def pick_variant(paths: Sequence[Path]) -> Path:
    """Return the checkpoint of the one variant to look at."""
    names = {path.stem: path for path in paths}
    _warn_of_unknown("variant", names)
    return names[st.sidebar.selectbox("Variant", names, key="variant", bind="query-params")]


def pick_view() -> tuple[str, str]:
    """Return the measure and the unit to show, chosen in the sidebar and kept in the URL."""
    with st.sidebar:
        measure = st.segmented_control(
            "Show",
            MEASURES,
            key="measure",
            default=MEASURES[0],
            required=True,
            help="Weights are what the softmax makes of the scores: 0 to 1, a row sums to 1. "
            "Scores are what the score function says before it, centred on 0.",
            bind="query-params",
        )
        unit = st.segmented_control(
            "Over",
            UNITS,
            key="unit",
            default=UNITS[0],
            required=True,
            help="Models read and write subword pieces. Over words, weights are summed over a "
            "source word's pieces and averaged over a target word's.",
            bind="query-params",
        )
    return measure, unit


def pick_sentences(pair: str) -> tuple[str, str]:
    """Return the source and the forced target, which is empty for a free translation."""
    source_code, _, target_code = pair.partition("-")
    examples = {example.label: example.source for example in EXAMPLES.get(pair, ())}
    if "sentence" not in st.session_state and "sentence" not in st.query_params:
        st.session_state.sentence = next(iter(examples.values()), "")
    left, right = st.columns(2)
    name = LANGUAGES.get(source_code, "Source")
    source = left.text_input(f"{name} sentence", key="sentence", bind="query-params")
    target = right.text_input(
        f"{LANGUAGES.get(target_code, '')} target, to force (optional)".strip().capitalize(),
        key="target",
        placeholder="Empty: each model translates freely",
        help="Teacher forcing: every variant is scored and drawn on exactly this target, so that "
        "the maps can be compared row by row.",
        bind="query-params",
    )
    if examples:
        st.pills(
            "Examples",
            examples,
            key="example",
            on_change=_use_example,
            args=(examples,),
            label_visibility="collapsed",
        )
    return source, target


def traces(paths: Sequence[Path], source: str, target: str) -> list[Trace]:
    """Return one trace a checkpoint; say what is wrong with those that cannot be used.

    Stops the page with a plain message where the text cannot be used.
    """
    found = []
    for path in paths:
        try:
            changed = path.stat().st_mtime_ns
            load(path, changed)
        except (ValueError, OSError) as error:
            st.warning(f"**{path.stem}** is left out. {error}", icon=":material/warning:")
            continue
        try:
            found.append(decode(path, changed, source, target))
        except ValueError as error:
            st.info(str(error), icon=":material/edit:")
            st.stop()
    return found


@st.cache_resource(max_entries=64, show_spinner="Loading the models")
def load(path: Path, changed: int) -> Checkpoint:
    """Read a checkpoint once for all sessions; a file that has `changed` is read again."""
    torch.set_num_threads(1)
    return load_checkpoint(path)


@st.cache_resource(max_entries=300, show_spinner=False)
def decode(path: Path, changed: int, source: str, target: str) -> Trace:
    """Translate freely, or force the target where there is one. Traces are frozen, so shared."""
    checkpoint = load(path, changed)
    with _slots:
        if target.strip():
            return force(checkpoint, [source], [target])[0]
        return translate(checkpoint, [source])[0]


def results(pair: str) -> list[dict]:
    """Return the reports of a pair's checkpoints, in the order of the variants."""
    found = []
    for path in RESULTS.glob("*.json"):
        try:
            report = json.loads(path.read_text(encoding="utf-8"))
            if report["pair"] == pair:
                found.append(report)
        except (OSError, ValueError, KeyError, TypeError) as error:
            st.warning(f"**{path.name}** is left out: it is no report ({error!r}).")
    return sorted(found, key=lambda report: (_place(Path(report["variant"])), report["seed"] or 0))


def show_player(found: Sequence[Trace], measure: str, unit: str, source: str, target: str) -> int:
    """Show the maps with their step control; keep the step in the session and the URL."""
    views = [map_view(trace, measure, unit) for trace in found]
    identity = f"{source}\n{target}"
    step = player(
        views,
        shared_scale(views, measure),
        step=_first_step(identity),
        identity=identity,
        key="player",
    )
    st.session_state.step = (identity, step)
    if step:
        st.query_params["step"] = str(step + 1)
    elif "step" in st.query_params:
        del st.query_params["step"]
    return step


def _warn_of_unknown(parameter: str, names: Iterable[str]) -> None:
    unknown = [name for name in st.query_params.get_all(parameter) if name and name not in names]
    if unknown:
        plain = [re.sub(r"[^\w-]", "?", name[:40]) for name in unknown]  # a link is not Markdown
        st.warning(
            f"This link asks for {', '.join(plain)}, which is not here. There are: "
            f"{', '.join(names)}.",
            icon=":material/link_off:",
        )


def _first_step(identity: str) -> int:
    """Return the session's step if it is of this sentence, else the URL's, else the first."""
    known, step = st.session_state.get("step", (identity, None))
    if step is None:
        written = st.query_params.get("step", "1")
        step = int(written) - 1 if written.isdecimal() and len(written) < 4 else 0
    return max(step, 0) if known == identity else 0


def _use_pair() -> None:
    examples = EXAMPLES.get(st.session_state.pair, ())
    st.session_state.variants = [path.stem for path in _checkpoints(st.session_state.pair)]
    st.session_state.sentence = examples[0].source if examples else ""
    st.session_state.target = ""


def _use_example(examples: Mapping[str, str]) -> None:
    if st.session_state.example:
        st.session_state.sentence = examples[st.session_state.example]
        st.session_state.target = ""


def _checkpoints(pair: str) -> list[Path]:
    return sorted((CHECKPOINTS / pair).glob(f"*{SUFFIX}"), key=_place)


def _place(path: Path) -> tuple:
    """Sort variants by timing, then score: each has the same place on every page."""
    try:
        timing, score, feeding = parse_variant(path.stem)
    except ValueError:
        return (2, path.stem)
    scores = known_scores()
    place = scores.index(score) if score in scores else len(scores)
    return (score == "none", TIMINGS.index(timing), place, feeding, path.stem)
