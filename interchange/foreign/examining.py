"""Files for the map doctor: unchanged maps, with the words that should belong to them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from alignoscope.analysis.doctor.examining import examine
from alignoscope.analysis.doctor.findings import Examined, Finding
from alignoscope.interchange.foreign.checks import softmax
from alignoscope.interchange.foreign.classification import classify
from alignoscope.interchange.foreign.file_set import is_trace_file
from alignoscope.interchange.foreign.letters import in_letters
from alignoscope.interchange.foreign.options import AUTOMATIC, Reading
from alignoscope.interchange.foreign.orientation import orientation
from alignoscope.interchange.foreign.places import seconds_of_step, time_side
from alignoscope.interchange.foreign.texts import Text
from alignoscope.interchange.foreign.word_assignment import assignments
from alignoscope.interchange.readers.format import Format
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.readers.systems import SIDES, RawSentence, System
from alignoscope.interchange.trace_json import from_json
from alignoscope.records.axis import TimeAxis
from alignoscope.records.trace import SELF, SHARES, Trace

# Rules that hold for any numbers after a softmax over the source.
BY_SOFTMAX = (
    *("These are weights, from 0 to 1", "Rows sum to 1", "The softmax is over the source"),
    "The softmax is over the tokens attended to",
)


def examine_files(
    files: Sequence[NamedBytes], options: Reading = AUTOMATIC, *, scores: bool = False
) -> list[tuple[str, list[Finding]]]:
    """Return the name and the doctor's findings of each system in files opened together.

    With `scores`, the softmax over the source is applied first; rules that any softmax fulfils are
    then not checked. Links are left out, since they are not weights. The texts of a file of maps
    may be missing. Of trace files, the traces of one name are a system. `options` say which side is
    time, if the files do not.

    Raises:
        ValueError: if no file holds maps of weights, or one cannot be read at all.
    """
    traces = [file for file in files if is_trace_file(file)]
    found = [findings for file in traces for findings in _of_traces(file)]
    others = [file for file in files if file not in traces]
    maps, texts, *_ = classify(others) if others or not traces else ([], [], [])
    for file, form in maps:
        for system in form.read(file):
            name = f"{file.name} · {system.name}" if system.name else file.name
            if system.kind in SHARES and system.sentences:
                findings = examine(_examined(form, system, texts, scores, options))
                if scores:
                    findings = [_unless_made(finding) for finding in findings]
                found.append((name, findings))
    if not found:
        raise ValueError(
            "There are no maps of weights in these files: links and attributions have no rules. "
            "Give a file of attention weights."
        )
    return found


def _unless_made(finding: Finding) -> Finding:
    return replace(finding, kept=None) if finding.rule in BY_SOFTMAX else finding


def _of_traces(file: NamedBytes) -> list[tuple[str, list[Finding]]]:
    systems: dict[tuple[str, str], list[Examined]] = {}
    for i, trace in enumerate(from_json(file.data), start=1):
        if trace.weights is not None and trace.kind in SHARES:
            examined = Examined(
                where=f"Trace {i}",
                numbers=trace.weights[None, None],
                source=trace.source.pieces,
                target=trace.target.pieces,
                itself=trace.kind == SELF,
            )
            examined = examined._replace(**_time_of(trace))
            systems.setdefault((trace.label, trace.kind), []).append(examined)
    return [(f"{file.name} · {name}", examine(found)) for (name, _), found in systems.items()]


def _time_of(trace: Trace) -> dict[str, Any]:
    """Return what the doctor is told of a trace's axis of time, if it has one."""
    axes = zip(SIDES, (trace.source.axis, trace.target.axis), strict=True)
    times = ((side, axis) for side, axis in axes if isinstance(axis, TimeAxis))
    return next(
        ({"time": side, "seconds": axis.seconds, "start": axis.start} for side, axis in times), {}
    )


def _fits(system: System, form: Format) -> bool:
    try:
        orientation(system, form)
    except ValueError:
        return False
    return True


def _examined(
    form: Format, system: System, texts: Sequence[Text], scores: bool, options: Reading
) -> list[Examined]:
    system, texts, _ = in_letters(system, texts, form, options.rows)
    worded = [one.system for one in assignments(system, texts, cut=form.cut)]
    fitting = (one for one in worded if _fits(one, form))
    system = next(fitting, worded[0] if worded else system)
    seconds = seconds_of_step(system, options)
    places = [_places(one, form) for one in system.sentences]
    time = time_side(places, seconds, options, framed=system.framed)
    examined = []
    for one in system.sentences:
        # The doctor expects target tokens as rows, but in some formats rows are source tokens.
        numbers = one.target_rows(form.rows == "source")
        numbers = softmax(numbers) if scores else numbers
        itself = system.kind == SELF
        found = Examined(one.where, numbers, one.source, one.target, itself=itself)
        examined.append(found if itself else found._replace(time=time, seconds=seconds))
    return examined


def _places(one: RawSentence, form: Format) -> list[Sequence[str]]:
    """Return the words of both sides, or the numbers of their places."""
    *_, target, source = one.target_rows(form.rows == "source").shape
    sides = zip((one.source, one.target), (source, target), strict=True)
    return [TimeAxis().labels(size) if words is None else words for words, size in sides]
