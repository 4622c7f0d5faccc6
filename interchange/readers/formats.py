"""The registry of formats; the first one that fits a file's content reads it."""

from alignoscope.interchange.readers import documents, headed, links, marian
from alignoscope.interchange.readers.arrays import fits_arrays, read_arrays
from alignoscope.interchange.readers.charts import fits_chart, read_chart
from alignoscope.interchange.readers.excel import fits_excel, read_excel
from alignoscope.interchange.readers.fairseq import fits_fairseq, read_fairseq
from alignoscope.interchange.readers.format import Format, Writer
from alignoscope.interchange.readers.inseq import fits_inseq, read_inseq
from alignoscope.interchange.readers.json_rows import fits_rows, read_rows
from alignoscope.interchange.readers.labelled import (
    fits_labelled,
    fits_numbers,
    read_labelled,
)
from alignoscope.interchange.readers.long_tables import fits_long, read_long
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.readers.named_json import (
    fits_frame,
    fits_long_json,
    fits_named,
    read_frame,
    read_long_json,
    read_named,
)
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


def tool_names() -> list[str]:
    """Return the names of all tools whose files are read, in alphabetical order."""
    names = {name for form in FORMATS for writer in form.writers for name in writer.tools}
    return sorted(names, key=str.casefold)


def format_rows() -> list[tuple[str, str, str]]:
    """Return what can be opened: the tools, how they write it (in Markdown), and its words."""
    rows = (
        (", ".join(writer.tools) or form.tool, writer.how, writer.words)
        for form in FORMATS
        for writer in form.writers
    )
    return sorted(rows, key=lambda row: row[0].casefold())


_BOTH, _SOURCE = "both", "target; open the source text with it"
_NONE = "none: open both texts with it"
FORMATS = (
    Format(
        "Excel",
        fits_excel,
        read_excel,
        (Writer("`.xlsx`: a table, or a line for each cell (needs openpyxl)", _BOTH),),
        ends=False,
        labelled=True,
    ),
    Format(
        "Arrays (npz)",
        fits_arrays,
        read_arrays,
        (
            Writer(
                "`np.savez(FILE, weights=weights, source=words, target=words)`, or words in JSON "
                "beside it",
                "in the file, or beside it",
                ("JoeyNMT", "Keras", "PyTorch"),
            ),
            Writer(
                "`np.savez(FILE, cross_attentions=...)` of `[layer, head, target, source]`, or "
                "`cross`, `sequences` and `beam_indices` as `generate` returned them",
                "in the file, or in JSON beside it",
                ("transformers",),
            ),
            Writer(
                "encoders and decoder-only models: `np.savez(FILE, attentions=..., tokens=tokens)` "
                "of `[layer, head, token, token]`",
                "in the file",
                ("transformers",),
            ),
        ),
        padded=True,
        ends=False,
    ),
    Format(
        "inseq",
        fits_inseq,
        read_inseq,
        (Writer('`out.save("FILE.json")`', _BOTH, ("inseq",)),),
        ends=False,
    ),
    Format(
        "Chart (JSON)",
        fits_chart,
        read_chart,
        (
            Writer(
                "the JSON of a heat map, as of `figure.to_json()`",
                "in the file, beside it, or typed",
                ("Altair", "Chart.js", "ECharts", "Highcharts", "Plotly", "Vega-Lite"),
            ),
        ),
        ends=False,
        labelled=True,
    ),
    Format(
        "Nematus JSON",
        documents.has_fields("matrix", "source_sent"),
        documents.read_nematus,
        (Writer("JSON lines: `matrix`, `source_sent`, `target_sent`", _BOTH, ("Nematus",)),),
    ),
    Format(
        "CTranslate2",
        documents.fits_ctranslate2,
        documents.read_ctranslate2,
        (
            Writer(
                "JSON lines of `hypotheses`, `attention`, and perhaps `source`, as "
                "`return_attention=True` gives them",
                "both, or open the source text with it",
                ("CTranslate2",),
            ),
        ),
        note=documents.HEADS,
    ),
    Format(
        "Pairs (JSON)",
        links.fits_listed,
        links.read_listed,
        (
            Writer(
                "JSON of pairs by method: one object, a list, or one per line",
                _NONE,
                ("simalign",),
            ),
        ),
        ends=False,
    ),
    Format(
        "JSON",
        fits_named,
        read_named,
        (
            Writer(
                "objects of your own, one or several: `attention`, `weights`, `alignment` ... with "
                "`source`, `src`, `input` ... and `target`, `tgt`, `output` ..., as tokens or text",
                "in the file, beside it, or typed",
            ),
        ),
        ends=False,
    ),
    Format(
        "Long table (JSON)",
        fits_long_json,
        read_long_json,
        (Writer("records or lines of `source`, `target`, `weight`, or lists of the three", _BOTH),),
        ends=False,
        labelled=True,
        steps=True,
    ),
    Format(
        "Table (JSON)",
        fits_frame,
        read_frame,
        (
            Writer(
                "`to_json` of a frame, in any orient",
                "in the file, beside it, or typed",
                ("pandas",),
            ),
        ),
        ends=False,
        labelled=True,
    ),
    Format(
        "Rows (JSON)",
        fits_rows,
        read_rows,
        (
            Writer(
                "an object, a pair or a key for each row: a word with its weights, as a list or by "
                "the words of the other side",
                "in the file, beside it, or typed",
            ),
        ),
        ends=False,
        labelled=True,
    ),
    Format(
        "SoftAlignments",
        fits_soft_alignments,
        read_soft_alignments,
        (
            Writer(
                "`*.ali.js`, `*.src.js`, `*.trg.js`", "open the three together", ("SoftAlignments",)
            ),
        ),
        rows="source",
    ),
    Format(
        "Sockeye matrix",
        headed.is_sockeye,
        headed.read_headed,
        (Writer("`translation_with_alignment_matrix`", _BOTH, ("Sockeye 1",)),),
        rows="source",
    ),
    Format(
        "Nematus",
        headed.fits_headed,
        headed.read_headed,
        (
            Writer(
                "`--output_alignment`: matrices below `id ||| target ||| score ||| source ||| n m`",
                _BOTH,
                ("Nematus", "SoftAlignments"),
            ),
        ),
    ),
    Format(
        "fairseq",
        fits_fairseq,
        read_fairseq,
        (
            Writer(
                "`--print-alignment soft` or `hard`, without `--post-process`; older index lists",
                _BOTH,
                ("fairseq",),
            ),
        ),
        hint=_PIECES,
    ),
    Format(
        "GIZA++ A3",
        links.fits_a3,
        links.read_a3,
        (Writer("A3 files", _BOTH, ("GIZA++",)),),
        ends=False,
        from_zero=True,
    ),
    Format(
        "Pharaoh links",
        links.fits_pharaoh,
        links.read_pharaoh,
        (
            Writer(
                "Pharaoh, as any aligner writes it: `0-0 1-2`; possible links `1?2` or `1p2`; "
                "`1-2:0.83`, or probabilities in a file beside it",
                "none: open both texts, or one file `source ||| target`",
                ("fast_align", "eflomal", "awesome-align"),
            ),
        ),
        ends=False,
    ),
    Format(
        "Gold links (NAACL)",
        links.fits_gold,
        links.read_gold,
        (
            Writer(
                "as in the shared task of 2003: `1 2 3 S`: sentence, source and target position "
                "from 1, S or P",
                "none: open both texts",
            ),
        ),
        ends=False,
        from_zero=True,
    ),
    Format(
        "Sentences and links",
        links.fits_pairs,
        links.read_pairs,
        (
            Writer(
                "`-f`, and others: `source ||| target ||| 0-0 1-2`, with or without a score",
                _BOTH,
                ("fast_align",),
            ),
        ),
        ends=False,
    ),
    Format(
        "Sockeye links",
        links.fits_tabbed,
        links.read_tabbed,
        (
            Writer("`translation_with_alignments`", _SOURCE, ("Sockeye 1",)),
            Writer("lines of an id, a tab and links", _NONE, ("simalign",)),
        ),
    ),
    Format(
        "Marian links",
        marian.fits_hard,
        marian.read_hard,
        (
            Writer(
                "`marian-decoder --alignment hard` or a threshold, with or without `--n-best`",
                _SOURCE,
                ("Marian",),
            ),
            Writer("n-best lists with alignments", _SOURCE, ("Moses",)),
            Writer("`translation ||| 0-0 1-2`", _SOURCE, ("OpenNMT-py", "OpenNMT-tf")),
        ),
    ),
    Format(
        "Marian soft",
        marian.fits_soft,
        marian.read_soft,
        (
            Writer(
                "`marian-decoder --alignment soft`, with or without `--n-best`",
                _SOURCE,
                ("Marian",),
            ),
            Writer("`marian-scorer --alignment soft`", _NONE, ("Marian",)),
        ),
        hint=_PIECES,
    ),
    Format(
        "OpenNMT-tf soft",
        marian.fits_tf,
        marian.read_tf,
        (Writer("`with_alignments: soft`", _SOURCE, ("OpenNMT-tf",)),),
        hint=_PIECES,
    ),
    Format(
        "Long table",
        fits_long,
        read_long,
        (
            Writer(
                "CSV or TSV with a line for each cell: columns `target`, `source` and `weight` in "
                "any order, also `target_position` and `source_position`; or without names, if the "
                "sums of the weights show the target",
                _BOTH,
            ),
        ),
        ends=False,
        labelled=True,
        steps=True,
    ),
    Format(
        "OpenNMT table",
        fits_tables,
        read_tables,
        (
            Writer(
                "the log of `-attn_debug`",
                "both, cut to 7 and 10 letters: open the texts with it",
                ("OpenNMT-py", "eole"),
            ),
        ),
        cut=True,
    ),
    Format(
        "Table",
        fits_labelled,
        read_labelled,
        (
            Writer(
                "CSV, TSV, LaTeX, or a table drawn with lines, as of Markdown, psql or `tabulate`: "
                "words above and beside the numbers",
                "in the file, beside it, or typed",
                ("pandas",),
            ),
        ),
        ends=False,
        labelled=True,
    ),
    Format(
        "Numbers",
        fits_numbers,
        read_labelled,
        (Writer("`np.savetxt`: rows of numbers", "beside it, or typed", ("NumPy",)),),
        ends=False,
        alone=True,
    ),
)
