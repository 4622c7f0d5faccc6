"""A set of files opened together: trace files, files of other tools, and their shared sentences."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from alignoscope.interchange.foreign.opening import open_foreign
from alignoscope.interchange.foreign.options import AUTOMATIC, Reading
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.sizes import trace_bytes
from alignoscope.interchange.trace_json import from_json
from alignoscope.records.foreign import ForeignFile, ForeignSentence
from alignoscope.records.trace import Trace, with_unique_ids

_KEPT = 4_000  # The estimated bytes of a sentence's words.
_FORMAT = re.compile(rb'"format"\s*:')
_START = 400  # The bytes within which a trace file has its "format".


@dataclass(frozen=True, kw_only=True)
class SharedSentence:
    """One source sentence, with its maps and traces from all files."""

    source: str
    foreign: tuple[tuple[ForeignFile, ForeignSentence], ...]
    traces: tuple[Trace, ...] = ()

    @property
    def targets(self) -> list[str]:
        """The distinct translations."""
        found = [sentence.target.text for _, sentence in self.foreign]
        return list(dict.fromkeys([*found, *(trace.target.text for trace in self.traces)]))


@dataclass(frozen=True, kw_only=True, eq=False)
class FileSet:
    """Files opened together: saved traces, and files of other tools."""

    traces: tuple[Trace, ...]
    files: tuple[ForeignFile, ...]

    @property
    def size(self) -> int:
        """The approximate size in memory (bytes)."""
        sentences = [one for file in self.files for one in file.sentences]
        traces = sum(map(trace_bytes, self.traces))
        return traces + sum(one.maps.nbytes + _KEPT for one in sentences)

    @cached_property
    def shared(self) -> tuple[SharedSentence, ...]:
        """The sentences of all files, matched by source, in the order of their first occurrence.

        Spaces are ignored, since tools split words differently. A source that occurs several times
        in one file gives that many sentences.
        """
        found: dict[tuple[str, int], list[tuple[ForeignFile, ForeignSentence]]] = {}
        for file in self.files:
            times: Counter[str] = Counter()
            places: dict[int, tuple[str, int]] = {}
            for sentence in file.sentences:
                if sentence.number not in places:
                    text = _unspaced(sentence.source.text)
                    places[sentence.number] = (text, times[text])
                    times[text] += 1
                found.setdefault(places[sentence.number], []).append((file, sentence))
        traces: dict[str, list[Trace]] = {}
        for trace in self.traces:
            traces.setdefault(_unspaced(trace.source.text), []).append(trace)
        rows = [
            SharedSentence(
                source=both[0][1].source.text,
                foreign=tuple(both),
                traces=tuple(traces.pop(text, ())),
            )
            for (text, _), both in found.items()
        ]
        alone = [
            SharedSentence(source=some[0].source.text, foreign=(), traces=tuple(some))
            for some in traces.values()
        ]
        return (*rows, *alone)


def _unspaced(text: str) -> str:
    return "".join(text.split())


def is_trace_file(file: NamedBytes) -> bool:
    """Return whether a file is a trace file: a JSON object with a "format" field near its start."""
    start = file.data[:_START].lstrip(b"\xef\xbb\xbf \t\r\n")
    return start.startswith(b"{") and _FORMAT.search(start) is not None


def open_files(files: Sequence[NamedBytes], options: Reading = AUTOMATIC) -> FileSet:
    """Read trace files and files of other tools, as `open_foreign` does.

    Raises:
        ValueError: if one of them cannot be read.
    """
    ours = [file for file in files if is_trace_file(file)]
    others = [file for file in files if not is_trace_file(file)]
    traces = [trace for file in ours for trace in from_json(file.data)]
    foreign = open_foreign(others, options) if others else []
    return FileSet(traces=tuple(with_unique_ids(traces)), files=tuple(foreign))
