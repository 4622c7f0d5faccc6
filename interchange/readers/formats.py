"""The registry of formats; the first one that fits a file's content reads it."""

from alignoscope.interchange.readers import documents, headed, links, marian
from alignoscope.interchange.readers.arrays import fits_arrays, read_arrays
from alignoscope.interchange.readers.fairseq import fits_fairseq, read_fairseq
from alignoscope.interchange.readers.format import Format
from alignoscope.interchange.readers.inseq import fits_inseq, read_inseq
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.readers.soft_alignments import (
    fits_soft_alignments,
    read_soft_alignments,
)
from alignoscope.interchange.readers.tables import fits_tables, read_tables

_PIECES = (
    "The text may have been put together again: write the subword pieces (Marian: "
    "--no-spm-decode; others: no post-processing)."
)


def format_of(file: NamedBytes) -> Format | None:
    """Return the format of a file, or None if it is a text or unknown."""
    return next((form for form in FORMATS if form.fits(file)), None)


FORMATS = (
    Format("Arrays (npz)", fits_arrays, read_arrays, padded=True, ends=False),
    Format("inseq", fits_inseq, read_inseq, ends=False),
    Format("Nematus JSON", documents.has_fields("matrix", "source_sent"), documents.read_nematus),
    Format(
        "CTranslate2",
        documents.fits_ctranslate2,
        documents.read_ctranslate2,
        note=documents.HEADS,
    ),
    Format("Pairs (JSON)", links.fits_listed, links.read_listed, ends=False),
    Format("SoftAlignments", fits_soft_alignments, read_soft_alignments, rows="source"),
    Format("Sockeye matrix", headed.is_sockeye, headed.read_headed, rows="source"),
    Format("Nematus", headed.fits_headed, headed.read_headed),
    Format("fairseq", fits_fairseq, read_fairseq, hint=_PIECES),
    Format("GIZA++ A3", links.fits_a3, links.read_a3, ends=False, from_zero=True),
    Format("Pharaoh links", links.fits_pharaoh, links.read_pharaoh, ends=False),
    Format("Gold links (NAACL)", links.fits_gold, links.read_gold, ends=False, from_zero=True),
    Format("Sentences and links", links.fits_pairs, links.read_pairs, ends=False),
    Format("Sockeye links", links.fits_tabbed, links.read_tabbed),
    Format("Marian links", marian.fits_hard, marian.read_hard),
    Format("Marian soft", marian.fits_soft, marian.read_soft, hint=_PIECES),
    Format("OpenNMT-tf soft", marian.fits_tf, marian.read_tf, hint=_PIECES),
    Format("OpenNMT table", fits_tables, read_tables, cut=True),
)
