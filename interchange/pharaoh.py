"""Word alignments in the Pharaoh format: links `source-target` between words, counted from 0."""

from collections.abc import Iterable, Iterator, Sequence

from alignoscope.analysis.links import trace_links
from alignoscope.analysis.posterior import cells
from alignoscope.analysis.words import own_words
from alignoscope.interchange.file_names import slug
from alignoscope.records.links import Links, parse_links
from alignoscope.records.trace import Trace
from alignoscope.records.whole_file import archive


def to_pharaoh(links: Links, possible: Links = frozenset()) -> str:
    """Return sorted links such as `0-0 1p2`: source-target, from 0; `p` marks possible links."""
    return " ".join(
        f"{source}{'-' if (source, target) in links else 'p'}{target}"
        for source, target in sorted(links | possible)
    )


def from_pharaoh(text: str) -> Links:
    """Return the links of a line such as `0-0 1-2`.

    Raises:
        ValueError: if a link is malformed.
    """
    return frozenset((i, j) for _, i, j in parse_links(text, "-", f"Links {text[:60]!r}"))


def pharaoh_zip(traces: Sequence[Trace], measure: str = "weights") -> bytes:
    """Return a zip with the links and words of all traces that have a measure.

    There are three files per trace, with one line each: NAME.source.txt, NAME.target.txt and
    NAME.align.
    """
    named = {
        f"{number:02}-{slug(trace.label)}": (
            own_words(trace.source),
            own_words(trace.target),
            to_pharaoh(trace_links(trace, measure)),
        )
        for number, trace in enumerate(traces, start=1)
        if cells(trace, measure) is not None
    }
    return archive(file for name, pair in named.items() for file in _files(name, [pair]))


def corpus_zip(pairs: Iterable[tuple[Sequence[str], Sequence[str], str]]) -> bytes:
    """Return a zip of three files (source words, target words, links) with one line per pair."""
    return archive(_files("links", pairs))


def _files(
    name: str, pairs: Iterable[tuple[Sequence[str], Sequence[str], str]]
) -> Iterator[tuple[str, str]]:
    lines = [(_spaced(source), _spaced(target), links) for source, target, links in pairs]
    for i, end in enumerate(("source.txt", "target.txt", "align")):
        yield f"{name}.{end}", "".join(f"{line[i]}\n" for line in lines)


def _spaced(words: Sequence[str]) -> str:
    """Join words with spaces; spaces within a word become `_`, so that positions stay right."""
    return " ".join("_".join(word.split()) or "_" for word in words)
