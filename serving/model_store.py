"""Models and evaluation reports, read once for all browser sessions."""

import os
import re
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from threading import Lock

import torch

from alignoscope.data.examples import EXAMPLES, Example
from alignoscope.data.gold import GoldPair, read_gold_tsv, turn_pair
from alignoscope.decoding.usable import load_usable
from alignoscope.models.checkpoint import SUFFIX, Checkpoint
from alignoscope.models.folder import CHECKPOINTS, SHIPPED, results_folder
from alignoscope.models.shared_weights import share_weights
from alignoscope.models.stamps import Stamp, check_unchanged, stamp
from alignoscope.records.escaping import plain
from alignoscope.records.report import AlignerReport, Report, read_aligner_report, read_report
from alignoscope.records.variant import another_model, model_order
from alignoscope.serving.bounded_cache import cached
from alignoscope.serving.cpu_slots import CpuSlots
from alignoscope.serving.machine import count_cores
from alignoscope.serving.notices import notices
from alignoscope.serving.worker import File

ROOT = Path(__file__).parent.parent
Loading = dict[Path, Future[tuple[File, Checkpoint]]]
MOST_MODELS = 64  # models kept in memory
MOMENT = 0.2  # seconds after which a page starts with the models loaded so far
SLOTS = CpuSlots(count_cores())
_READING = Lock()  # sessions that start at the same time read each report once


def pairs() -> list[str]:
    """Return the language pairs that have checkpoints, English to French first."""
    found = {path.parent.name for path in CHECKPOINTS.glob(f"*/*{SUFFIX}")}
    return sorted(found, key=lambda name: (name != "eng-fra", name))


def checkpoints(pair: str) -> list[Path]:
    """Return the checkpoints of a pair, in the order of the variants."""
    return sorted((CHECKPOINTS / pair).glob(f"*{SUFFIX}"), key=lambda path: model_order(path.name))


def results(pair: str, folder: str = ".") -> list[Report]:
    """Return the reports of a pair's checkpoints, in the order of the variants.

    A report of a person's own model replaces the one of the same file name. The folder "seeds" has
    the reports of the runs that measure the spread over seeds.
    """
    found = {}
    for path in _reports(pair, folder):
        try:
            at = stamp(path)
            with _READING:
                report = _report(path, at) if _may_be_of(path, at, pair) else None
        except (OSError, ValueError) as error:
            leave_out(path, error)
        else:
            if report and report.pair == pair:
                found[path.name] = report
    return sorted(found.values(), key=lambda one: (model_order(one.variant), one.seed or 0))


def _reports(pair: str, folder: str) -> list[Path]:
    """Return the reports that ship in a folder of a pair's results, and then a person's own."""
    shelves = dict.fromkeys((SHIPPED, CHECKPOINTS))
    return [
        path
        for shelf in shelves
        for path in sorted((results_folder(shelf / pair) / folder).glob("*.json"))
    ]


def aligners(pair: str) -> list[AlignerReport]:
    """Return the reports of the statistical aligners that a pair's models are compared with."""
    found = []
    for path in _reports(pair, "aligners"):
        try:
            found.append(_aligner(path, stamp(path)))
        except ValueError as error:
            leave_out(path, error)
    return [report for report in found if report.pair == pair]


@lru_cache(20)
def gold_pairs(pair: str) -> tuple[GoldPair, ...]:
    """Return the gold alignments of a language pair, turned if stored for its other direction."""
    path, turned = (ROOT / "data" / "gold" / f"{name}.tsv" for name in (pair, other_way(pair)))
    if path.exists():
        return tuple(read_gold_tsv(path))
    return tuple(map(turn_pair, read_gold_tsv(turned))) if turned.exists() else ()


def examples(pair: str) -> tuple[Example, ...]:
    """Return a pair's example sentences: built-in ones, or those stored in one of its models."""
    if pair in EXAMPLES:
        return EXAMPLES[pair]
    for path in checkpoints(pair):
        with suppress(ValueError):
            if kept := load(path, stamp(path)).record.examples:
                return tuple(Example(source, source, target) for source, target in kept)
    return ()


def other_way(pair: str) -> str:
    """Return a language pair's other direction."""
    return "-".join(reversed(pair.split("-")))


def load_all(paths: Iterable[Path]) -> dict[File, Checkpoint]:
    """Return the usable checkpoints, each once; show what is wrong with the others."""
    return loaded(begin_loading(paths))


def loaded(loading: Loading) -> dict[File, Checkpoint]:
    """Wait for the loading models and return the usable ones, as `load_all` does."""
    found = {}
    with notices().working("Loading the models"):
        wait(loading.values())
    for path, one in loading.items():
        try:
            file, checkpoint = one.result()
        except ValueError as error:
            leave_out(path, error)
        else:
            found[file] = checkpoint
            name_model(path, checkpoint)
    return found


def loaded_soon(
    loading: Loading, moment: float = MOMENT
) -> tuple[dict[File, Checkpoint], list[Path]]:
    """Return the checkpoints loaded within `moment` seconds, and the paths still loading.

    If none is loaded by then, wait for the first. Errors are left to `loaded`, which shows them.
    """
    done, late = wait(loading.values(), moment)
    if not done:
        done, late = wait(late, return_when=FIRST_COMPLETED)
    found = dict(one.result() for one in loading.values() if one in done and not one.exception())
    return found, [path for path, one in loading.items() if one in late]


def begin_loading(paths: Iterable[Path]) -> Loading:
    """Start loading files, in threads of this call: nobody waits for other people's models."""
    threads = ThreadPoolExecutor(count_cores())
    loading = {path: threads.submit(load_file, path) for path in dict.fromkeys(paths)}
    threads.shutdown(wait=False)
    return loading


def load_file(path: Path) -> tuple[File, Checkpoint]:
    """Load the current content of a file; see `load`."""
    at = stamp(path)
    return (path, at), load(path, at)


def name_model(path: Path, checkpoint: Checkpoint) -> None:
    """Show which model a file holds, if its name suggests another."""
    if said := another_model(path.name, checkpoint.named):
        notices().remark(said)


def leave_out(path: Path, error: Exception) -> None:
    """Show that a file is left out, and why."""
    reason = without_folder(path, error).removeprefix(f"{path.name}: ")
    about = f"**{plain(path.name)}** skipped: "
    notices().problem(reason, icon="warning", kind="warning", about=about)


def without_folder(path: Path, error: Exception) -> str:
    """Return an error's text without the file's folder, which visitors need not know."""
    return str(error).replace(f"{path.parent}{os.sep}", "")


@lru_cache(MOST_MODELS)
def load(path: Path, at: Stamp) -> Checkpoint:
    """Return a checkpoint, read once for all sessions; a file with another stamp is read again.

    The cache of `_load` lets one thread read a file while the others wait. The LRU cache here saves
    its key and locks, since every page calls this function many times.

    Raises:
        ValueError: if it cannot be used.
    """
    return _load(path, at)


@cached(size=lambda _: 1, most=MOST_MODELS)
def _load(path: Path, at: Stamp) -> Checkpoint:
    torch.set_num_threads(1)
    share_weights()
    try:
        checkpoint = load_usable(path)
    except ValueError as error:
        raise ValueError(without_folder(path, error)) from error
    check_unchanged(path, at)
    return checkpoint


@lru_cache(500)
def _may_be_of(path: Path, at: Stamp, pair: str) -> bool:
    """Return whether a report may be of this pair: False only if it names another one.

    This searches the raw bytes; parsing the report takes twenty times as long.
    """
    named = re.search(rb'"pair"\s*:\s*"([^"\\]*)"', path.read_bytes())
    return not named or named[1] == pair.encode()


@lru_cache(500)
def _report(path: Path, at: Stamp) -> Report:
    return read_report(path)


@lru_cache(20)
def _aligner(path: Path, at: Stamp) -> AlignerReport:
    return read_aligner_report(path)
