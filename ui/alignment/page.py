"""The page “Alignment”: the maps of a model forced to pairs, or of opened files."""

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from alignoscope.analysis.links import LinkOptions
from alignoscope.models.single_source_readout import has_posterior
from alignoscope.models.stamps import stamp
from alignoscope.records.escaping import plain
from alignoscope.records.variant import parse_variant
from alignoscope.serving import model_store as cache
from alignoscope.serving import trace_store as decoded
from alignoscope.ui.alignment.aligned_maps import MEASURES, Aligned, model_maps
from alignoscope.ui.alignment.extraction_options import pick_extraction, pick_joining, pick_partner
from alignoscope.ui.alignment.manual_links import say_lost
from alignoscope.ui.alignment.opened_maps import opened_maps
from alignoscope.ui.alignment.pair_sources import (
    Pairs,
    one_sentence,
    parallel_text,
    pick_part,
)
from alignoscope.ui.alignment.results_panel import show_aligned
from alignoscope.ui.heads.errors_panel import show_head_errors
from alignoscope.ui.open_files.page import still_open
from alignoscope.ui.open_files.uploaded_files import was_brought
from alignoscope.ui.shell import session_keys as state
from alignoscope.ui.shell.pickers import bar, pick_kind, pick_pair, pick_variant
from alignoscope.ui.shell.sentence_input import pick_sentences
from alignoscope.ui.shell.url_parameters import warn_of_unknown

GOLD, SENTENCE, TEXT, OPENED = "Gold pairs", "This sentence", "Parallel text", "Opened file"


def show() -> None:
    """Show the chosen pairs with their word alignment."""
    _show_chosen()


def _show_chosen() -> None:
    with bar():
        pair, paths = pick_pair()
        kind = _pick_kind(pair)
        typed = pick_sentences(pair) if kind == SENTENCE else ("", "")
        path = pick_variant(paths) if kind != OPENED else None
        part = pick_part() if kind == GOLD else ""
    say_lost()
    if path is None:
        _show_opened()
        return
    pairs: Pairs | None
    if kind == GOLD:
        gold = cache.gold_pairs(pair)
        pairs = Pairs(tuple(one for one in gold if one.part == part), linked=True)
    else:
        pairs = parallel_text(pair) if kind == TEXT else _translation(pair, *typed, path)
    if pairs is not None and pairs.pairs:
        _show_model(pairs, pair, path)


def _pick_kind(pair: str) -> str:
    """Return the kind of pairs that are aligned."""
    kinds = [*([GOLD] if cache.gold_pairs(pair) else []), SENTENCE, TEXT, OPENED]
    first = OPENED if state.OPENED in st.session_state else kinds[0]
    first = TEXT if was_brought(state.ALIGN_FILES) else first
    if state.ALIGN not in st.session_state:
        warn_of_unknown(state.ALIGN, kinds)
    return pick_kind("Align", kinds, first, key=state.ALIGN, bind="query-params")


def _translation(pair: str, source: str, target: str, path: Path) -> Pairs | None:
    """Return the sentence with its given target, or with the model's own translation.

    Args:
        pair: the language pair.
        source: the source sentence.
        target: the target, or "".
        path: the checkpoint that translates.
    """
    written = decoded.traces([path], source, target)
    if not written:
        return None
    if not written[0].finished:
        st.info("This translation is unfinished. Enter a translation to force.")
        return None
    return one_sentence(pair, written[0].source.text, written[0].target.text)


def _show_model(pairs: Pairs, pair: str, path: Path) -> None:
    """Force a model to pairs, and show the links extracted from its maps."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        extraction = pick_extraction(MEASURES)
        partner = pick_partner(cache.checkpoints(cache.other_way(pair)))
        joining = pick_joining() if partner else ""
    if not all(_attends(one) for one in (path, partner) if one):
        return
    extraction = _read_off(extraction, [one for one in (path, partner) if one])
    maps = model_maps(path, pairs.pairs)
    others = model_maps(partner, pairs.pairs, backward=True) if partner else [None] * len(maps)
    found = [
        Aligned(pair=one, maps=own, other=other, turned=True)
        for one, own, other in zip(pairs.pairs, maps, others, strict=True)
        if own is not None and (other is not None or partner is None)
    ]
    if len(found) < len(maps):
        st.caption(
            f"{len(maps) - len(found):,} pairs were skipped: they are too long for the models."
        )
    if found:
        show_aligned(found, path.stem, extraction, joining, linked=pairs.linked)
        if pairs.linked:
            show_head_errors(path, [one.pair for one in found])


def _read_off(extraction: LinkOptions, paths: Sequence[Path]) -> LinkOptions:
    """Return the options with the weights as measure if one of the models has no posterior."""
    without = [one.stem for one in paths if not has_posterior(cache.load(one, stamp(one)).model)]
    if extraction.measure == "weights" or not without:
        return extraction
    st.info(f"{plain(without[0])} has no posterior, so links are read from the weights.")
    return extraction._replace(measure="weights")


def _attends(path: Path) -> bool:
    """Return whether a checkpoint has attention; show a message if it does not."""
    try:
        checkpoint = cache.load(path, stamp(path))
    except ValueError as error:
        cache.leave_out(path, error)
        return False
    if parse_variant(checkpoint.variant).score == "none":
        st.info(f"{plain(path.stem)} has no attention, so it has no links. Choose another model.")
        return False
    return True


def _show_opened() -> None:
    opened = still_open()
    if opened is None:
        st.info("No file is open. Open one first, then come back here.", icon=":material/upload:")
        st.page_link("pages/open_trace.py", label="Open a trace", icon=":material/upload_file:")
        return
    found, name, linked = opened_maps(opened)
    if not found:
        st.info(
            "None of these pairs can be aligned. Choose other gold links above, or nothing to "
            "combine with."
        )
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        extraction = pick_extraction(list(dict.fromkeys(measure for measure, _ in found[0].maps)))
        joining = pick_joining() if found[0].other is not None else ""
    show_aligned(found, name, extraction, joining, linked=linked)
