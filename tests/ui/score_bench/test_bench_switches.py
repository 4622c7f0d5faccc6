"""The five switches of the score bench, and the variant that they describe."""

import pytest

from alignoscope.ui.score_bench.variant_switches import training_command, variant_name
from tests.shared.app_pages import given
from tests.shared.bench_page import SWITCHES, bench


@pytest.mark.usefixtures("tiny_folder")
def test_the_switches_show_a_shipped_variant_or_how_to_train_it() -> None:
    test = bench(bench=SWITCHES)
    described = given(test)[0]
    assert [view["label"] for view in described["maps"]] == ["bahdanau-additive"]
    test.button_group(key="timing").set_value("luong").run()
    test.button_group(key="score").set_value("general").run()
    test.button_group(key="feeding").set_value("on").run()
    assert not test.exception
    assert len(test.get("bidi_component")) == 0
    command = "python -m training --variant luong-general-feed --corpus FILE --pair eng-fra"
    assert command in [code.value for code in test.code]
    test.button_group(key="normaliser").set_value("sparsemax").run()
    assert "--variant luong-general-sparsemax-feed" in test.code[-1].value
    test.button_group(key="copying").set_value("on").run()
    assert "--variant luong-general-sparsemax-feed-copy" in test.code[-1].value
    test.button_group(key="timing").set_value("bahdanau").run()
    assert "input feeding belongs to Luong's timing" in test.info[-1].value.replace("\\", "")


@pytest.mark.usefixtures("tiny_folder")
def test_a_link_sets_the_switches_and_what_they_cannot_be_is_said() -> None:
    test = bench(bench=SWITCHES, timing="luong", score="dot", feeding="on")
    assert [test.button_group(key=name).value for name in ("timing", "score", "feeding")] == [
        "luong",
        "dot",
        "on",
    ]
    assert "--variant luong-dot-feed" in test.code[-1].value
    assert not test.warning
    test = bench(bench=SWITCHES, timing="Luong", score="quantum", feeding="yes")
    assert not test.exception
    said = "\n".join(warning.value for warning in test.warning)
    for name in (
        "timing Luong",
        "score quantum",
        "feeding yes",
        "bahdanau, luong, tacotron, nematus",
    ):
        assert name in said
    assert test.button_group(key="timing").value == "bahdanau"


def test_the_name_of_a_described_variant() -> None:
    assert variant_name("luong", "scaled-dot", True) == "luong-scaled-dot-feed"
    assert variant_name("bahdanau", "none", False) == "fixed-context"
    assert variant_name("luong", "none", False) == "luong-none"
    assert variant_name("luong", "dot", True, "sparsemax") == "luong-dot-sparsemax-feed"
    assert variant_name("luong", "dot", False, "monotonic") == "luong-dot-monotonic"
    assert variant_name("luong", "dot", True, copying=True) == "luong-dot-feed-copy"
    with pytest.raises(ValueError, match="no weights to copy by"):
        variant_name("bahdanau", "none", False, copying=True)
    with pytest.raises(ValueError, match="belongs to Luong's timing"):
        variant_name("tacotron", "additive", True)
    assert training_command("luong-dot", "dates").endswith("--variant luong-dot --task dates")
    assert training_command("luong-dot", "a; b").endswith("--pair 'a; b'")
    assert training_command("luong-dot", "deu-eng").endswith("--pair deu-eng --reverse")
