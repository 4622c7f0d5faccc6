"""Word alignments in the Pharaoh format: links `source-target` between words, from 0."""

import io
import zipfile
from collections.abc import Sequence

from alignoscope.analysis.links import trace_links
from alignoscope.interchange.file_names import slug
from alignoscope.records.links import Links, parse_links
from alignoscope.records.sentence import END
from alignoscope.records.trace import Trace


def to_pharaoh(links: Links) -> str:
    """Return links as `0-0 1-2`: source-target, counted from 0, in order."""
    return " ".join(f"{source}-{target}" for source, target in sorted(links))


def from_pharaoh(text: str) -> Links:
    """Return the links of a line such as `0-0 1-2`.

    Raises:
        ValueError: if a link is malformed.
    """
    return frozenset((i, j) for _, i, j in parse_links(text, "-", f"Links {text[:60]!r}"))


def pharaoh_zip(traces: Sequence[Trace]) -> bytes:
    """Return the links of all variants with attention, each beside the words that it numbers.

    Three files a variant, of a line each: NAME.source.txt, NAME.target.txt and NAME.align.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as files:
        for number, trace in enumerate(traces, start=1):
            if trace.weights is None:
                continue
            name = f"{number:02}-{slug(trace.label)}"
            for end, line in (
                ("source.txt", _spaced(trace.source.words)),
                ("target.txt", _spaced(trace.target.words)),
                ("align", to_pharaoh(trace_links(trace))),
            ):
                # ZipInfo has a fixed date: the same traces make the same file.
                files.writestr(zipfile.ZipInfo(f"{name}.{end}"), f"{line}\n")
    return packed.getvalue()


def _spaced(words: Sequence[str]) -> str:
    """Join words but for the end mark; a word holds no space, since positions count spaces."""
    words = words[:-1] if words[-1] == END else words
    return " ".join("_".join(word.split()) or "_" for word in words)
