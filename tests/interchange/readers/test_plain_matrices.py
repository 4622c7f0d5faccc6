"""Matrices that no tool wrote: what pandas, NumPy and people's own JSON hold is read back equal."""

import io
import json
import pickle
from collections.abc import Callable

import numpy as np
import pytest
from altair import Chart
from pandas import DataFrame, ExcelWriter, Index, MultiIndex, concat, melt
from plotly.graph_objects import Figure, Heatmap
from tabulate import tabulate

from alignoscope.interchange.foreign.opening import open_foreign
from alignoscope.interchange.readers import excel
from alignoscope.records.foreign import ForeignFile
from tests.shared.tool_files import given, some_weights

SOURCE, TARGET = ("the", "small", "dog", "sleeps"), ("le", "petit", "chien", "dort", ".")
WORDS = (
    "the",
    "a",
    "2019",
    "3.5",
    ",",
    ";",
    '"',
    "|",
    "True",
    "é",
    "0-0",
    "le",
    "'",
    "=1",
    "#",
    "(",
)


def opened(data: str | bytes, name: str = "a.txt", **others: str) -> ForeignFile:
    (file,) = open_foreign(given({name: data} | others))
    return file


def frame(weights: np.ndarray, source=SOURCE, target=TARGET) -> DataFrame:
    return DataFrame(weights, index=list(target), columns=list(source))


def long(table: DataFrame) -> DataFrame:
    """Return a line for each cell, target by target."""
    target, source = table.index, table.columns
    cells = [
        (t, s, w)
        for t, row in zip(target, table.values, strict=True)
        for s, w in zip(source, row, strict=True)
    ]
    return DataFrame(cells, columns=["target", "source", "weight"])


def text_of(weights: np.ndarray, **said: str) -> str:
    text = io.StringIO()
    np.savetxt(text, weights, **said)
    return text.getvalue()


def own_json(names: str, *, joined: bool = False) -> Callable[[DataFrame], str]:
    """Return a writer of an object with the fields `source target weights`."""
    source, target, weights = names.split()

    def write(table: DataFrame) -> str:
        sides = [list(side) for side in (table.columns, table.index)]
        words = [" ".join(side) if joined else side for side in sides]
        return json.dumps({source: words[0], target: words[1], weights: table.values.tolist()})

    return write


def workbook(table: DataFrame, **said: bool) -> bytes:
    pytest.importorskip("openpyxl")
    packed = io.BytesIO()
    table.to_excel(packed, **said)
    return packed.getvalue()


def _under(title: str, words: Index) -> MultiIndex:
    return MultiIndex.from_tuples([(title, word) for word in words])


def packed(weights: np.ndarray, **words: list[str]) -> bytes:
    data = io.BytesIO()
    np.savez(data, weights=weights, **words) if words else np.save(data, weights)
    return data.getvalue()


LABELLED: dict[str, Callable[[DataFrame], str | bytes]] = {
    "np.savez": lambda table: packed(
        table.to_numpy(), source=[*table.columns], target=[*table.index]
    ),
    "Excel": workbook,
    "long Excel": lambda table: workbook(long(table), index=False),
    "CSV": lambda table: table.to_csv(),
    "TSV": lambda table: table.to_csv(sep="\t"),
    "semicolons and decimal commas": lambda table: table.to_csv(sep=";", decimal=","),
    "a named index": lambda table: table.to_csv(index_label="target"),
    "Markdown": lambda table: table.map("{:.8f}".format).to_markdown(disable_numparse=True),
    "a printed frame": lambda table: table.to_string(float_format="{:.8f}".format),
    "JSON, split": lambda table: table.to_json(orient="split", double_precision=15),
    "long CSV": lambda table: long(table).to_csv(index=False),
    "long TSV by source": lambda table: (
        long(table).iloc[_by_source(table)].to_csv(sep="\t", index=False)
    ),
    "long JSON": lambda table: long(table).to_json(orient="records", double_precision=15),
    "long JSON lines": lambda table: long(table)[["weight", "source", "target"]].to_json(
        orient="records", lines=True, double_precision=15
    ),
    "long JSON, columns": lambda table: long(table).to_json(double_precision=15),
    "long with positions": lambda table: (
        _with_positions(table).sample(frac=1, random_state=1).to_csv(index=False)
    ),
    "attention, source, target": own_json("source target attention"),
    "weights, src, tgt": own_json("src tgt weights"),
    "attn_weights, srcTokens, outputTokens": own_json("srcTokens outputTokens attn_weights"),
    "alignments, input, output as texts": own_json("input output alignments", joined=True),
    "att, x, y": own_json("x y att"),
    "nested": lambda table: json.dumps(
        {"id": 7, "result": json.loads(own_json("input hypothesis att")(table))}
    ),
    "in a list": lambda table: json.dumps(
        {"model": "m", "items": [json.loads(own_json("src prediction attentions")(table))]}
    ),
}
LABELLED |= {
    "en, fr, alignment_map": own_json("en fr alignment_map", joined=True),
    "xs, ys, heat": own_json("xs ys heat"),
    "numbers as texts": lambda table: json.dumps(
        json.loads(own_json("src tgt attn")(table))
        | {"attn": [[f"{cell:.8f}" for cell in row] for row in table.to_numpy()]}
    ),
    "layers of a batch of one": lambda table: json.dumps(
        json.loads(own_json("src tgt attn")(table)) | {"attn": [[[table.to_numpy().tolist()]]]}
    ),
    "per cent": lambda table: (table * 100).map("{:.6f}%".format).to_csv(),
    "a title above": lambda table: "Attention of sentence 1" + "," * 9 + "\n" + table.to_csv(),
    "x, y, z": lambda table: long(table).set_axis([*"yxz"], axis="columns").to_csv(index=False),
    "attention_matrix, source_sentence, hyp": own_json("source_sentence hyp attention_matrix"),
    "attn_probs, xlabels, ylabels": own_json("xlabels ylabels attn_probs"),
    "cross, encoder_text, decoder_text": own_json("encoder_text decoder_text cross"),
    "matrix, cols, rows": own_json("cols rows matrix"),
    "a heatmap of Plotly": lambda table: json.dumps(
        {"data": [json.loads(own_json("x y z")(table))], "layout": {}}
    ),
    "Excel with titles": lambda table: workbook(
        DataFrame(table.to_numpy(), _under("target", table.index), _under("source", table.columns))
    ),
}


def drawn(form: str) -> Callable[[DataFrame], str]:
    """Return a writer of a table in a form of `tabulate`."""

    def write(table: DataFrame) -> str:
        words = ["", *table.columns]
        cells = table.map("{:.8f}".format).reset_index().to_numpy().tolist()
        return tabulate(cells, words, form, disable_numparse=True)

    return write


DRAWN = (
    *("simple", "grid", "simple_grid", "rounded_grid", "heavy_grid", "mixed_grid", "double_grid"),
    *("fancy_grid", "outline", "rounded_outline", "pipe", "orgtbl", "presto", "pretty", "psql"),
    *("rst", "latex", "latex_booktabs", "latex_longtable"),
)
LABELLED |= {f"drawn: {form}": drawn(form) for form in DRAWN}


def rows_of(table: DataFrame, word: str = "target", weights: str = "weights") -> list[dict]:
    """Return an object for each row, with its word and weights."""
    pairs = zip(table.index, table.to_numpy().tolist(), strict=True)
    return [{word: one, weights: row} for one, row in pairs]


def as_table(table: DataFrame) -> list[list]:
    """Return a list of rows, with the words in it."""
    rows = zip(table.index, table.to_numpy().tolist(), strict=True)
    return [["", *table.columns], *([word, *row] for word, row in rows)]


def quoted(word: str) -> str:
    """Return a word as R writes it."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def chart(table: DataFrame) -> dict:
    """Return a heat map of Vega-Lite, whose fields have names that say nothing."""
    fields = {"x": "b", "y": "a", "color": "c"}
    encoding = {axis: {"field": name, "type": "nominal"} for axis, name in fields.items()}
    values = long(table).set_axis([*"abc"], axis="columns").to_dict("records")
    return {"mark": "rect", "data": {"values": values}, "encoding": encoding}


def series(table: DataFrame) -> dict:
    """Return a heat map of ECharts: cells of x, y and value."""
    cells = [
        [j, i, value]
        for i, row in enumerate(table.to_numpy().tolist())
        for j, value in enumerate(row)
    ]
    axes = {"xAxis": {"data": [*table.columns]}, "yAxis": {"data": [*table.index]}}
    return axes | {"series": [{"type": "heatmap", "data": cells}]}


LABELLED |= {
    "R's write.table": lambda table: "\n".join(
        " ".join([*map(quoted, [word][:i]), *(map(quoted, row) if i == 0 else map(str, row))])
        for i, (word, *row) in enumerate(as_table(table))
    ),
    "LaTeX of pandas": lambda table: (
        table.style.format("{:.8f}", escape="latex")
        .format_index(escape="latex", axis=0)
        .format_index(escape="latex", axis=1)
        .to_latex(hrules=True)
    ),
    "objects of a row": lambda table: json.dumps({"src": [*table.columns], "rows": rows_of(table)}),
    "objects of a row, each with the source": lambda table: json.dumps(
        [row | {"source": [*table.columns]} for row in rows_of(table, "token", "attention")]
    ),
    "lists of a table": lambda table: json.dumps(as_table(table)),
    "cells with positions": lambda table: json.dumps(
        {
            "source": [*table.columns],
            "target": [*table.index],
            "cells": [
                {"i": int(i), "j": int(j), "value": float(table.to_numpy()[i, j])}
                for i, j in np.ndindex(table.shape)
            ],
        }
    ),
    "Plotly": lambda table: Figure(
        Heatmap(z=table.to_numpy(), x=[*table.columns], y=[*table.index])
    ).to_json(),
    "ticks of Plotly": lambda table: json.dumps(
        {
            "data": [{"type": "heatmap", "z": table.to_numpy().tolist()}],
            "layout": {
                "xaxis": {"ticktext": [*table.columns]},
                "yaxis": {"ticktext": [*table.index]},
            },
        }
    ),
    "Vega-Lite": lambda table: json.dumps(chart(table)),
    "ECharts": lambda table: json.dumps(series(table)),
}
UNIQUE: dict[str, Callable[[DataFrame], str | bytes]] = {  # Words that stand twice are no keys.
    "JSON, columns": lambda table: table.to_json(double_precision=15),
    "JSON, index": lambda table: table.to_json(orient="index", double_precision=15),
    "JSON, table": lambda table: table.to_json(orient="table", double_precision=15),
    "JSON, records": lambda table: table.reset_index().to_json(
        orient="records", double_precision=15
    ),
    "weights by word, row by row": lambda table: "\n".join(
        json.dumps({"word": word, "attention": row})
        for word, row in table.to_dict(orient="index").items()
    ),
    "weights by two words": lambda table: json.dumps(
        {"source": [*table.columns], "attention": table.to_dict(orient="index")}
    ),
    "one key a row": lambda table: json.dumps(
        [{word: row} for word, row in table.to_dict(orient="index").items()]
    ),
    "Altair": lambda table: (
        Chart(long(table)).mark_rect().encode(x="source", y="target", color="weight").to_json()
    ),
    "melted": lambda table: melt(table.reset_index(), id_vars="index").to_csv(index=False),
    "stacked": lambda table: table.stack().reset_index().to_csv(index=False),
}
WITHOUT_WORDS: dict[str, Callable[[np.ndarray], str | bytes]] = {
    "np.save": packed,
    "np.savetxt": text_of,
    "tabs": lambda weights: text_of(weights, delimiter="\t", fmt="%.8f"),
    "commas": lambda weights: text_of(weights, delimiter=",", fmt="%.8g"),
    "commas and spaces": lambda weights: text_of(weights, delimiter=", ", fmt="%.8f"),
    "a comment": lambda weights: text_of(weights, header="of the last layer"),
    "decimal commas": lambda weights: text_of(weights, fmt="%.8f").replace(".", ","),
    "a plain frame": lambda weights: DataFrame(weights).to_csv(),
    "a plain frame without header": lambda weights: DataFrame(weights).to_csv(header=False),
    "a plain frame without index": lambda weights: DataFrame(weights).to_csv(index=False),
    "JSON, values": lambda weights: DataFrame(weights).to_json(
        orient="values", double_precision=15
    ),
    "MATLAB": lambda weights: f"A =\n\n{text_of(weights, fmt='%.8f')}\n",
    "Julia": lambda weights: f"5×4 Matrix{{Float64}}:\n{text_of(weights, fmt=' %.8f')}",
    "R": lambda weights: (
        DataFrame(weights)
        .set_axis([f"[{i + 1},]" for i in range(len(weights))])
        .set_axis([f"[,{j + 1}]" for j in range(weights.shape[1])], axis="columns")
        .to_string(float_format="{:.8f}".format)
    ),
    "Octave": lambda weights: f"# name: A\n# type: matrix\n{text_of(weights, fmt=' %.8f')}\n\n",
    "a map of Plotly": lambda weights: Figure(Heatmap(z=weights)).to_json(),
    "JSON of lists": lambda weights: json.dumps(weights.tolist(), indent=1),
}


def _by_source(table: DataFrame) -> np.ndarray:
    return np.arange(table.size).reshape(table.shape).T.ravel()


def _with_positions(table: DataFrame) -> DataFrame:
    found = long(table)
    rows, columns = np.indices(table.shape)
    return found.assign(target_position=rows.ravel() + 1, source_position=columns.ravel() + 1)


def holds(file: ForeignFile, weights: np.ndarray, source=SOURCE, target=TARGET) -> None:
    (one,) = file.sentences
    assert (one.source.pieces, one.target.pieces) == (tuple(source), tuple(target))
    np.testing.assert_allclose(one.maps[0, 0], weights, rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("name", LABELLED | UNIQUE)
def test_a_table_with_words_is_read(name: str) -> None:
    weights = some_weights(5, 4)
    file = opened((LABELLED | UNIQUE)[name](frame(weights)))
    holds(file, weights)
    assert file.changes == ()


@pytest.mark.parametrize("name", WITHOUT_WORDS)
def test_a_table_without_words_opens_with_numbered_places(name: str) -> None:
    weights = some_weights(5, 4)
    file = opened(WITHOUT_WORDS[name](weights))
    holds(file, weights, "1234", "12345")
    assert file.numbered == ("source", "target")
    assert file.changes[-1].startswith("It holds no source and no target words, so their places")


@pytest.mark.parametrize("name", WITHOUT_WORDS)
def test_texts_beside_a_table_show_its_words(name: str) -> None:
    weights = some_weights(5, 4)
    text = WITHOUT_WORDS[name](weights)
    file = opened(text, s=" ".join(SOURCE), t=" ".join(TARGET))
    holds(file, weights)
    assert file.changes == ()
    holds(opened(text, t=" ".join(TARGET), s=" ".join(SOURCE)), weights)
    turned = opened(WITHOUT_WORDS[name](weights.T), s=" ".join(SOURCE), t=" ".join(TARGET))
    holds(turned, weights)


NAMES = [*LABELLED, *UNIQUE, *WITHOUT_WORDS]


@pytest.mark.parametrize(
    ("name", "count"),
    [
        *((name, 40) for name in NAMES),
        *(pytest.param(name, 200, marks=pytest.mark.slow) for name in NAMES),
    ],
)
def test_a_random_matrix_is_read_back_equal_or_refused(name: str, count: int) -> None:
    """Words that look like numbers and signs, words that occur twice, maps of any size."""
    rng = np.random.default_rng(7)
    read = 0
    for i in range(count):
        shape = rng.integers(1, 7, size=2)
        source, target = (
            tuple(map(str, rng.choice(WORDS, size, replace=name not in UNIQUE)))
            for size in shape[::-1]
        )
        weights = rng.dirichlet(np.full(shape[1], 0.3), size=shape[0])
        if i % 5 == 0:  # As hard attention, which some writers write without a point.
            weights = np.eye(shape[1])[weights.argmax(axis=1)]
        if "Excel" in name:  # In a workbook it is a formula.
            source, target = (
                tuple("x" if word == "=1" else word for word in side) for side in (source, target)
            )
        bare = name in WITHOUT_WORDS
        try:
            file = opened(
                WITHOUT_WORDS[name](weights)
                if bare
                else (LABELLED | UNIQUE)[name](frame(weights, source, target))
            )
        except ValueError:
            continue
        (one,) = file.sentences
        if "source" in file.numbered:
            source = tuple(str(j + 1) for j in range(shape[1]))
        if "target" in file.numbered:
            target = tuple(str(j + 1) for j in range(shape[0]))
        same = (one.source.pieces, one.target.pieces) == (source, target) and np.allclose(
            one.maps[0, 0], weights, atol=1e-6
        )
        told = any("neither" in note or "do not show" in note for note in file.changes)
        assert same or told, (source, target, weights, one)
        read += same
    assert read > count // 2


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\x89HDF\r\n", "is HDF5, which is not read. In Python: np.savez"),
        (b"\x89PNG\r\n", "A picture holds no weights"),
        (b"\x10\0\0\0\0\0\0\0" + b'{"a":{"dtype":"F32"}}', "is safetensors"),
        (pickle.dumps([0.5]), "Python objects.* data = pickle.load"),
        (b"the car\n", "looks like a text: open it together with"),
        (b"0.1 0.9\n0.5\n0.1 0.2 0.7\n0.5\n", "first line has 2 parts and another one 1"),
        (b"17 20\n3 5\n", "not like weights"),
        (b'{"scores": {"a": "b"}}', "rows of numbers under .attention."),
        (b'{"source": ["a"], "target": ["b"]}', "this JSON has words, but a map needs rows of"),
        (
            b"source: [a, b]\nattention:\n- [0.1, 0.9]\n",
            "is YAML, which is not read. In Python: json",
        ),
        (b"source = ['a']\nattention = [[1.0]]\n", "is TOML or code"),
        (b"MATLAB 5.0 MAT-file", r"is MATLAB, .* np.savez\(FILE, weights=scipy.io.loadmat"),
        (b"MATLAB 7.3 MAT-file", "is MATLAB 7.3, .*h5py.File"),
        (b"A = [0.1 0.9; 0.5 0.5];\n", "is a matrix as code.* writematrix"),
        (b"Columns 1 through 3\n\n 0.1 0.2 0.1\n", "is what MATLAB prints in parts"),
        (b"[[0.1 0.9]\n [0.5 0.5]]", "is what NumPy prints, .* np.savetxt"),
        (b"%%MatrixMarket matrix array real\n2 2\n", r"scipy.io.mmread\(NAME\)"),
        (b"<table><tr><td>0.5", r"is HTML, .* pandas.read_html\(NAME\)"),
        (b"{| class=wikitable\n", "is a table of a wiki"),
        (b",a,b,z\nc,0.1,0.9,0\n...,...,...,...\nf,0.5,0.5,0\ng,0.5,0.5,0\n", "save it whole"),
        (
            b'{"source": "a b", "attention": {"c": {"a": 0.9}, "d": {"z": 1.0}}}',
            "do not have the same words as keys",
        ),
        (b'[{"c": {"a": 0.9, "b": 0.1}}, {"d": {"a": 1.0}}]', "cells are missing in a row"),
        (
            b'{"tgt": "c d c", "attention": {"c": {"a": 0.9, "b": 0.1}, "d": {"a": 1, "b": 0}}}',
            "2 rows of weights for 3 words. A word that stands twice is no key",
        ),
        (
            b'{"mark": "rect", "data": {"url": "cells.csv"}, "encoding": {}}',
            "the data of this chart is in another file, 'cells.csv'",
        ),
        (b'{"mark": "rect", "data": {"values": [{"a": 1}]}}', "this chart has no heat map"),
    ],
)
def test_what_does_not_open_is_told_what_would(data: bytes, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        opened(data)


def padded(weights: np.ndarray, rows: int = 2, columns: int = 3) -> np.ndarray:
    return np.pad(weights, ((0, rows), (0, columns)), constant_values=np.nan)


WORDS_IN = {"source": SOURCE, "target": TARGET}
PADDED: dict[str, Callable[[np.ndarray], str | bytes]] = {
    "np.savez": lambda weights: packed(weights, source=[*SOURCE], target=[*TARGET]),
    "JSON with NaN": lambda weights: json.dumps(WORDS_IN | {"attention": weights.tolist()}),
    "JSON with null": lambda weights: json.dumps(
        WORDS_IN | {"attention": weights.tolist()}
    ).replace("NaN", "null"),
    "CSV": lambda weights: frame(weights, [*SOURCE, *[""] * 3], [*TARGET, *[""] * 2]).to_csv(),
    "named padding": lambda weights: frame(
        weights, [*SOURCE, *["<pad>"] * 3], [*TARGET, *["[PAD]"] * 2]
    ).to_csv(na_rep="NA"),
}


@pytest.mark.parametrize("name", PADDED)
def test_padding_of_nan_is_cut_off_with_a_note(name: str) -> None:
    weights = some_weights(5, 4)
    found = opened(PADDED[name](padded(weights)))
    holds(found, weights)
    assert found.changes[0].startswith("Rows and columns of NaN cut off, as padding")


def test_sentences_of_a_batch_have_padding_of_nan_of_their_own() -> None:
    batch = np.stack([padded(some_weights(5, 4)), padded(some_weights(3, 2), 4, 5)])
    found = opened(packed(batch), s="a b c d\ne f\n", t="v w x y z\nv w x\n")
    assert [one.maps.shape for one in found.sentences] == [(1, 1, 5, 4), (1, 1, 3, 2)]


def test_nan_within_a_map_or_at_a_word_is_refused() -> None:
    weights = padded(some_weights(5, 4), 0, 1)
    with pytest.raises(ValueError, match="row 1, column 5 is no finite number"):
        opened(frame(weights, [*SOURCE, "word"]).to_csv(na_rep="nan"))
    weights = some_weights(5, 4)
    weights[2] = np.nan
    with pytest.raises(ValueError, match="row 3, column 1 is no finite number"):
        opened(packed(weights))


def test_rows_of_several_sentences_are_not_joined() -> None:
    rows = [{"tokens": ["a", "b"], "text": "a b", "attention": [0.5, 0.5]}, {"tokens": ["c", "d"]}]
    rows[1] |= {"text": "c d", "attention": [0.2, 0.8]}
    with pytest.raises(ValueError, match="this JSON has no known format"):
        opened(json.dumps(rows))


def test_rows_under_the_name_of_the_source_are_columns() -> None:
    weights = some_weights(5, 4)
    rows = rows_of(frame(weights).T, "source", "weights")
    found = opened(json.dumps([row | {"target": [*TARGET]} for row in rows]))
    holds(found, weights)
    steps = [row | {"step": i} for i, row in enumerate(rows_of(frame(weights)))]
    assert opened(json.dumps(steps[::-1])).sentences[0].target.pieces == TARGET


def test_sheets_without_numbers_are_left_out_and_named() -> None:
    pytest.importorskip("openpyxl")
    with ExcelWriter(data := io.BytesIO()) as writer:
        DataFrame({"made by": ["me"]}).to_excel(writer, sheet_name="About", index=False)
        frame(some_weights(5, 4)).to_excel(writer, sheet_name="Layer 5")
    found = opened(data.getvalue(), "a.xlsx")
    assert found.name == "a.xlsx"
    assert found.sentences[0].source.pieces == SOURCE
    assert "The sheet About holds no map." in found.notes
    with pytest.raises(ValueError, match="no sheet holds a table of numbers"):
        opened(workbook(DataFrame({"a": ["b", "c"], "d": ["e", "f"]}), index=False), "a.xlsx")


def test_texts_in_a_list_are_those_of_the_maps_in_a_list() -> None:
    weights = some_weights(5, 4).tolist()
    texts = {"src": [" ".join(SOURCE)] * 2, "hyp": [" ".join(TARGET)] * 2}
    found = opened(json.dumps(texts | {"attention": [weights] * 2}))
    assert [one.source.pieces for one in found.sentences] == [SOURCE] * 2


@pytest.mark.parametrize("pairs", [[[0, 0], [1, 1], [3, 4]], ["0-0", "1-1", "3-4"], "0-0 1-1 3-4"])
def test_pairs_of_positions_are_links(pairs: list | str) -> None:
    found = opened(json.dumps({"src": SOURCE, "tgt": " ".join(TARGET), "alignment": pairs}))
    assert found.kind == "links"
    links = np.argwhere(found.sentences[0].maps[0, 0]).tolist()
    assert links == [[0, 0], [1, 1], [4, 3]]  # target, source


def test_pairs_that_may_be_weights_are_refused() -> None:
    said = {"src": "a b", "tgt": "c d", "alignment": [[0, 1], [1, 0]]}
    with pytest.raises(ValueError, match="may be links, or rows of weights on two words"):
        opened(json.dumps(said))
    assert opened(json.dumps(said | {"alignment": "0-1 1-0"})).kind == "links"


def test_words_that_fit_both_sides_are_not_guessed() -> None:
    weights = some_weights(4, 4).tolist()
    said = {"en": [*SOURCE], "fr": [*TARGET[:4]], "attention": weights}
    assert opened(json.dumps(said)).numbered == ("source", "target")


def test_sentences_of_a_long_table_are_told_by_any_number_of_theirs() -> None:
    table = long(frame(some_weights(5, 4)))
    both = concat([table.assign(sent_id=7), table.assign(sent_id=8)])
    assert len(opened(both.to_csv(index=False)).sentences) == 2
    placed = _with_positions(frame(some_weights(5, 4)))
    with pytest.raises(ValueError, match="number them in a column sentence"):
        opened(concat([placed, placed]).to_csv(index=False))


def test_a_workbook_without_openpyxl_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(excel, "missing", lambda _: ["openpyxl"])
    with pytest.raises(ValueError, match="run pip install openpyxl, or save the sheet as CSV"):
        opened(workbook(frame(some_weights(5, 4))))
