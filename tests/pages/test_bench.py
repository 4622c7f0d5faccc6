"""The score bench on tiny models: base, forced, free, the switches, and sets of sentences."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from app_pages import open_page, payload, variants_shown
from streamlit.testing.v1 import AppTest

from alignoscope.analysis.distances import row_distances
from alignoscope.analysis.entropy import row_entropies
from alignoscope.data.tokenizer import Tokenizer
from alignoscope.decoding.forced import force, force_sentences
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint, save_checkpoint
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.records.limits import MAX_CHARACTERS, MAX_SENTENCES
from alignoscope.records.run import RunRecord
from alignoscope.records.variant import ModelConfig
from alignoscope.session import cache
from alignoscope.session.panels.bench.lines import decoded, split_lines
from alignoscope.session.panels.bench.sentence_set import BATCH, measure_set
from alignoscope.session.panels.bench.switches import training_command, variant_name
from alignoscope.session.stamps import stamp

PAGE = "pages/score_bench.py"
NAMES = ("bahdanau-additive", "luong-dot", "luong-local-p", "fixed-context")
SENTENCE, TARGET = "The red car is fast.", "La voiture rouge est rapide."
Tiny = Callable[..., Checkpoint]


@pytest.fixture
def folder(tiny: Tiny, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put tiny checkpoints where the app looks for them."""
    for name in NAMES:
        save_checkpoint(tiny(name), tmp_path / "eng-fra" / f"{name}.safetensors")
    monkeypatch.setattr(cache, "CHECKPOINTS", tmp_path)
    return tmp_path / "eng-fra"


def bench(**parameters: str | list[str]) -> AppTest:
    return open_page(PAGE, **({"sentence": SENTENCE} | parameters))


def captions(test: AppTest) -> str:
    assert not test.exception
    return "\n".join(element.value for element in test.caption)


def figures(test: AppTest) -> dict[str, dict]:
    """Return the heatmaps by what they are: those with numbers in them are the matrix."""
    found = [json.loads(chart.proto.spec) for chart in test.get("plotly_chart")]
    return {"matrix" if one["layout"].get("annotations") else "rows": one for one in found}


def table(test: AppTest, place: int = -1) -> list[dict]:
    return test.dataframe[place].value.to_dict("records")


@pytest.mark.usefixtures("folder")
def test_without_a_base_each_map_is_as_it_is() -> None:
    test = bench()
    assert variants_shown(test) == list(NAMES)
    assert payload(test)["view"]["measure"] == "weights"
    assert {view["mode"] for view in payload(test)["maps"]} == {"free"}
    assert figures(test) == {}
    assert "choose a base" in captions(test)
    assert "mean distance" not in table(test)[0]


@pytest.mark.usefixtures("folder")
def test_a_sentence_that_cannot_be_read_is_said_once() -> None:
    test = bench(sentence=" ")
    assert [info.value for info in test.info if "empty" in info.value] == [test.info[0].value]


@pytest.mark.usefixtures("folder")
def test_with_a_base_all_others_are_forced_to_what_it_wrote() -> None:
    test = bench(base="luong-dot")
    data = payload(test)
    assert data["view"]["measure"] == "difference"
    assert variants_shown(test) == ["luong-dot", "bahdanau-additive", "luong-local-p"]
    assert [view["mode"] for view in data["maps"]] == ["base, free", "forced", "forced"]
    assert len({tuple(view["rows"]) for view in data["maps"]}) == 1
    assert data["scale"]["low"] == -data["scale"]["high"] < 0
    said = captions(test)
    assert "every variant is forced to what luong-dot wrote" in said
    assert "fixed-context attends to nothing" in said
    assert "luong-local-p do not sum to 1" in said
    assert figures(test)["matrix"]["layout"]["xaxis"]["ticktext"][0] == "luong-<br>dot"
    assert figures(test)["rows"]["layout"]["yaxis"]["ticktext"] == [
        "bahdanau-additive",
        "luong-local-p",
    ]


def test_the_difference_is_that_of_the_library(folder: Path, tiny: Tiny) -> None:
    test = bench(base="luong-dot", target=TARGET, variants=["bahdanau-additive"])
    drawn = json.loads(test.get("bidi_component")[0].proto.json)
    layer = next(one for one in drawn["layers"] if one["unit"] == "pieces")
    base, other = (
        force(cache.load(path, stamp(path)), [SENTENCE], [TARGET])[0]
        for path in (folder / "luong-dot.safetensors", folder / "bahdanau-additive.safetensors")
    )
    assert np.array(layer["cells"][0]) == pytest.approx(base.weights, abs=1e-4)
    assert np.array(layer["cells"][1]) == pytest.approx(other.weights - base.weights, abs=1e-4)
    assert "No target is given" not in captions(test)


@pytest.mark.usefixtures("folder")
def test_a_given_target_has_distances_without_a_base() -> None:
    test = bench(target=TARGET)
    assert {view["mode"] for view in payload(test)["maps"]} == {"forced"}
    assert list(figures(test)) == ["matrix"]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("variant", NAMES)
@pytest.mark.parametrize("base", ["none", "luong-dot"])
def test_one_variant_alone_is_enough(variant: str, base: str) -> None:
    test = bench(variants=variant, base=base)
    expected = [variant]
    if base != "none" and variant != base:
        expected = [base] if variant == "fixed-context" else [base, variant]
    assert variants_shown(test) == expected
    assert len(figures(test)) == (2 if len(expected) == 2 else 0)


@pytest.mark.usefixtures("folder")
def test_a_base_that_is_not_there_or_attends_to_nothing_is_said() -> None:
    for name in ("luong-quantum", "fixed-context"):
        test = bench(base=name)
        assert name in test.warning[0].value
        assert variants_shown(test) == list(NAMES)


def test_a_broken_base_is_left_out_and_said_once(folder: Path) -> None:
    (folder / "luong-dot.safetensors").write_bytes(b"nothing")
    test = bench(base="luong-dot")
    assert variants_shown(test) == [name for name in NAMES if name != "luong-dot"]
    assert sum("luong\\-dot" in warning.value for warning in test.warning) == 1


def test_a_model_of_other_pieces_is_left_out_of_the_differences(folder: Path) -> None:
    pieces = Tokenizer.train([f"{SENTENCE} Something else was read."] * 3, 79)
    config = ModelConfig(
        variant="luong-general",
        vocab_size=len(pieces),
        embedding_size=7,
        hidden_size=22,
        attention_size=13,
    )
    model = Seq2Seq(config).eval().requires_grad_(False)
    checkpoint = Checkpoint(model=model, tokenizer=pieces, record=RunRecord())
    save_checkpoint(checkpoint, folder / "luong-general.safetensors")
    test = bench(base="bahdanau-additive")
    assert "reads other pieces than bahdanau-additive" in test.warning[0].value
    assert variants_shown(test) == ["bahdanau-additive", "luong-dot", "luong-local-p"]
    assert "luong-general" not in {row["variant"] for row in table(test)}


@pytest.mark.usefixtures("folder")
def test_what_each_wrote_is_held_against_the_base() -> None:
    test = bench(base="luong-dot")
    shown = next(one.proto.body for one in test.get("html") if "<table>" in one.proto.body)
    assert shown.index("luong-dot</td>") < shown.index("bahdanau-additive</td>")
    assert shown.count("<tr>") == 1 + len(NAMES)
    assert "against luong-dot" in shown


@pytest.mark.usefixtures("folder")
def test_a_sentence_that_cannot_be_used_leaves_the_rest_of_the_page() -> None:
    test = bench()
    test.button_group(key="set").set_value("Paste lines").run()
    test.text_area(key="lines").set_value(SENTENCE).run()
    for sentence in ("", "word " * 500):
        test.text_input(key="sentence").set_value(sentence).run()
        assert not test.exception
        assert any("sentence" in info.value for info in test.info)
        assert test.text_area(key="lines").value == SENTENCE
        assert len(table(test)) == len(NAMES)
    test.text_input(key="sentence").set_value(SENTENCE).run()
    assert variants_shown(test) == list(NAMES)


@pytest.mark.usefixtures("folder")
def test_the_switches_show_a_shipped_variant_or_how_to_train_it() -> None:
    test = bench()
    described = json.loads(test.get("bidi_component")[1].proto.json)
    assert [view["label"] for view in described["maps"]] == ["bahdanau-additive"]
    test.button_group(key="timing").set_value("luong").run()
    test.button_group(key="score").set_value("general").run()
    test.button_group(key="feeding").set_value("on").run()
    assert not test.exception
    assert len(test.get("bidi_component")) == 1
    command = "python -m training --variant luong-general-feed --corpus FILE --pair eng-fra"
    assert command in [code.value for code in test.code]
    test.button_group(key="timing").set_value("bahdanau").run()
    assert "input feeding belongs to Luong's timing" in test.info[-1].value


@pytest.mark.usefixtures("folder")
def test_a_link_sets_the_switches_and_what_they_cannot_be_is_said() -> None:
    test = bench(timing="luong", score="dot", feeding="on")
    assert [test.button_group(key=name).value for name in ("timing", "score", "feeding")] == [
        "luong",
        "dot",
        "on",
    ]
    assert "--variant luong-dot-feed" in test.code[-1].value
    assert not test.warning
    test = bench(timing="Luong", score="quantum", feeding="yes")
    assert not test.exception
    said = "\n".join(warning.value for warning in test.warning)
    for name in ("timing Luong", "score quantum", "feeding yes", "bahdanau, luong, tacotron"):
        assert name in said
    assert test.button_group(key="timing").value == "bahdanau"


def test_the_name_of_a_described_variant() -> None:
    assert variant_name("luong", "scaled-dot", True) == "luong-scaled-dot-feed"
    assert variant_name("bahdanau", "none", False) == "fixed-context"
    assert variant_name("luong", "none", False) == "luong-none"
    with pytest.raises(ValueError, match="belongs to Luong's timing"):
        variant_name("tacotron", "additive", True)
    assert training_command("luong-dot", "dates").endswith("--variant luong-dot --task dates")
    assert training_command("luong-dot", "a; b").endswith("--pair 'a; b'")
    assert training_command("luong-dot", "deu-eng").endswith("--pair deu-eng --reverse")


def test_a_set_has_the_numbers_of_the_library(folder: Path) -> None:
    files = [
        (folder / f"{name}.safetensors", stamp(folder / f"{name}.safetensors"))
        for name in ("luong-dot", "bahdanau-additive", "fixed-context")
    ]
    sentences = [SENTENCE, "I am not tired."] * BATCH
    rows = measure_set(files, True, sentences)
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
    free = measure_set(files, False, sentences[:2])
    assert free[1].target == translate(other, [SENTENCE])[0].target.text


def test_lines_that_cannot_be_used_are_listed_with_the_reason(tokenizer: Tokenizer) -> None:
    long = "the " * 101
    text = f"The red car.\r\n\n   \n{long}\n{'x' * (MAX_CHARACTERS + 1)}\nI am not tired."
    lines = split_lines(text, [tokenizer])
    assert lines.kept == ("The red car.", "I am not tired.")
    assert [number for number, *_ in lines.refused] == [4, 5]
    assert "101 words" in lines.refused[0][2]
    assert f"{MAX_CHARACTERS + 1:,} characters" in lines.refused[1][2]
    assert lines.beyond == 0


def test_of_100_000_lines_the_first_are_used(tokenizer: Tokenizer) -> None:
    lines = split_lines("red car\n" * 100_000, [tokenizer])
    assert len(lines.kept) == MAX_SENTENCES
    assert lines.beyond == 100_000 - MAX_SENTENCES


@pytest.mark.usefixtures("folder")
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
    test = bench()
    test.button_group(key="set").set_value("Upload a file").run()
    test.file_uploader(key="file").upload("set.txt", content, "text/plain").run()
    assert not test.exception
    assert message in test.error[0].value


@pytest.mark.usefixtures("folder")
def test_an_uploaded_file_is_measured() -> None:
    test = bench(base="luong-dot")
    test.button_group(key="set").set_value("Upload a file").run()
    content = f"\ufeff{SENTENCE}\n\n{'the ' * 101}\n".encode()
    test.file_uploader(key="file").upload("set.txt", content, "text/plain").run()
    assert not test.exception
    rows = table(test)
    refused = next(element for element in test.expander if "cannot be used" in element.label)
    assert refused.label == "Lines that cannot be used: 1"
    assert [row["variant"] for row in table(test)] == [
        "luong-dot",
        *(n for n in NAMES if n != "luong-dot"),
    ]
    assert {row["sentence"] for row in rows} == {SENTENCE}
