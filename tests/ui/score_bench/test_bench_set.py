"""Sets of sentences on the score bench: their lines, their numbers, and files of them."""

from pathlib import Path

import pytest

from alignoscope.analysis.distances import row_distances
from alignoscope.analysis.entropy import row_entropies
from alignoscope.data.tokenizer import Tokenizer
from alignoscope.decoding.forced import force, force_sentences
from alignoscope.decoding.greedy import translate
from alignoscope.decoding.reading import read
from alignoscope.models.stamps import stamp
from alignoscope.records.limits import MAX_CHARACTERS, MAX_MEASURED, MAX_SENTENCES, MAX_TOKENS
from alignoscope.serving import model_store as cache
from alignoscope.ui.score_bench.sentence_lines import decoded, split_lines
from alignoscope.ui.score_bench.sentence_set_panel import BATCH, measure_set
from alignoscope.ui.shell.session_keys import ONLY_DOUBTED
from tests.shared.bench_page import NAMES, SENTENCE, SET, TARGET, bench, table


def test_a_set_has_the_numbers_of_the_library(tiny_folder: Path) -> None:
    names = ("luong-dot", "bahdanau-additive", "fixed-context")
    paths = [tiny_folder / f"{name}.safetensors" for name in names]
    files = [(path, stamp(path)) for path in paths]
    sentences = [SENTENCE, "I am not tired."] * BATCH
    lines = [(sentence, "") for sentence in sentences]
    rows = measure_set(files, True, lines, 1)
    assert [row.sentence for row in rows[::3]] == sentences
    assert [row.variant for row in rows[-3:]] == ["luong-dot", "bahdanau-additive", "fixed-context"]
    base, other = (cache.load(*file) for file in files[:2])
    first = translate(base, [SENTENCE])[0]
    second = force_sentences(other, [first.source], [first.target])[0]
    assert rows[0].log_prob == pytest.approx(first.log_prob / len(first.steps), rel=1e-4)
    assert rows[0].distance == pytest.approx(0, abs=1e-6)
    assert rows[1].log_prob == pytest.approx(second.log_prob / len(first.steps), rel=1e-4)
    assert rows[1].distance == pytest.approx(row_distances(first, second).mean(), rel=1e-3)
    assert rows[1].entropy == pytest.approx(row_entropies(second.weights).mean(), rel=1e-4)
    assert (rows[2].distance, rows[2].entropy) == (None, None)
    assert {row.target for row in rows[:3]} == {first.target.text}
    free = measure_set(files, False, lines[:2], 1)
    assert free[1].target == translate(other, [SENTENCE])[0].target.text


def test_lines_that_cannot_be_used_are_listed_with_the_reason(tokenizer: Tokenizer) -> None:
    long = "the " * 101
    text = f"The red car.\r\n\n \t \n{long}\n{'x' * (MAX_CHARACTERS + 1)}\n\tla\nI am not tired."
    lines = split_lines(text, [tokenizer])
    assert lines.kept == (("The red car.", ""), ("I am not tired.", ""))
    assert [number for number, *_ in lines.refused] == [4, 5, 6]
    assert "tokens (maximum 100)" in lines.refused[0][2]
    assert f"{MAX_CHARACTERS + 1:,} characters" in lines.refused[1][2]
    assert "source" in lines.refused[2][2]
    assert lines.beyond == 0


def test_a_line_that_a_score_of_positions_refuses_is_in_no_set(tokenizer: Tokenizer) -> None:
    sizes = {words: len(tokenizer.encode("the " * words).ids) - 1 for words in range(30, 111)}
    words = next(words for words, size in sizes.items() if MAX_MEASURED < size <= MAX_TOKENS)
    assert read(tokenizer, "the " * words, "source")
    assert split_lines("the " * words, [tokenizer]).kept == ()


def test_of_100_000_lines_the_first_are_used(tokenizer: Tokenizer) -> None:
    lines = split_lines("red car\n" * 100_000, [tokenizer])
    assert len(lines.kept) == MAX_SENTENCES
    assert lines.beyond == 100_000 - MAX_SENTENCES


def test_a_line_with_a_tab_is_a_source_and_the_target_to_force(
    tokenizer: Tokenizer, tiny_folder: Path
) -> None:
    text = f"{SENTENCE}\t {TARGET} \nI am not tired.\na\tb\tc\n{SENTENCE}\t" + "la " * 101
    lines = split_lines(text, [tokenizer])
    assert lines.kept == ((SENTENCE, TARGET), ("I am not tired.", ""))
    assert [(number, reason[:22]) for number, _, reason in lines.refused] == [
        (3, "This line has 3 column"),
        (4, "The target sentence is"),
    ]
    paths = [tiny_folder / f"{name}.safetensors" for name in ("luong-dot", "bahdanau-additive")]
    files = [(path, stamp(path)) for path in paths]
    rows = measure_set(files, False, lines.kept, 1)
    assert [row.target for row in rows[:2]] == [TARGET] * 2
    (held,) = force(cache.load(*files[1]), [SENTENCE], [TARGET])
    assert rows[1].log_prob == pytest.approx(held.log_prob / len(held.steps), rel=1e-4)
    assert rows[3].target == translate(cache.load(*files[1]), ["I am not tired."])[0].target.text


@pytest.mark.usefixtures("tiny_folder")
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"caf\xe9\n", "not UTF-8: byte 4 is 0xe9"),
        (b"", "empty"),
        (b"\xef\xbb\xbf\n \n", "empty"),
    ],
)
def test_a_file_that_cannot_be_read_is_explained(content: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        decoded(content)
    test = bench(bench=SET)
    test.button_group(key="set").set_value("Upload a file").run()
    test.file_uploader(key="file").upload("set.txt", content, "text/plain").run()
    assert not test.exception
    assert message in test.error[0].value.replace("\\", "")


@pytest.mark.usefixtures("tiny_folder")
def test_an_uploaded_file_is_measured() -> None:
    test = bench(base="luong-dot", bench=SET)
    test.button_group(key="set").set_value("Upload a file").run()
    content = f"\ufeff{SENTENCE}\n\n{'the ' * 101}\n".encode()
    test.file_uploader(key="file").upload("set.txt", content, "text/plain").run()
    assert not test.exception
    rows = table(test)
    refused = next(element for element in test.expander if "Skipped" in element.label)
    assert refused.label == "Skipped lines: 1"
    assert [row["variant"] for row in table(test)] == [
        "luong-dot",
        *(n for n in NAMES if n != "luong-dot"),
    ]
    assert {row["sentence"] for row in rows} == {SENTENCE}


def test_translations_that_are_probably_wrong_are_listed_alone() -> None:
    test = bench(bench=SET, pair="eng-fra", variants=["luong-general"])
    test.button_group(key="set").set_value("Paste lines").run()
    strange = "The agreement on the European Economic Area was signed in August 1992."
    test.text_area(key="lines").set_value(f"I am not tired.\n{strange}\n").run()
    assert not test.exception
    assert [row["p (right)"] < 0.5 for row in table(test)] == [False, True]
    test.checkbox(key=ONLY_DOUBTED).check().run()
    assert not test.exception
    assert [row["sentence"] for row in table(test)] == [strange]
