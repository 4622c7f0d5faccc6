"""The beam page: its tree, the table of what was found, and the map of the chosen hypothesis."""

import json
import math
from pathlib import Path

import pytest
from pandas import DataFrame
from streamlit.testing.v1 import AppTest

from alignoscope.ui.player.table_panel import number_formats
from tests.shared.app_pages import given

ROOT = Path(__file__).parent.parent.parent
SENTENCE = "I am not tired."


def open_page(**parameters: str) -> AppTest:
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=300)
    given = {"sentence": SENTENCE, "variant": "luong-concat", "unit": "pieces"} | parameters
    for name, value in given.items():
        test.query_params[name] = value
    return test.switch_page("pages/beam_tree.py").run()


def drawn(test: AppTest) -> tuple[dict, dict]:
    """Return what the tree and the player were given."""
    assert not test.exception
    tree, player = given(test)
    return tree, player


def path(tree: dict, leaf: int) -> list[str]:
    """Return the tokens up to a node."""
    tokens = []
    while leaf is not None:
        tokens.append(tree["nodes"][leaf]["token"])
        leaf = tree["nodes"][leaf]["parent"]
    return tokens[::-1]


def choose(test: AppTest, node: object, identity: str | None = None) -> AppTest:
    tree, _ = drawn(test)
    chosen = {"identity": identity or tree["identity"], "node": node}
    test.session_state["beam tree"] = {"chosen": chosen}
    return test.run()


def tokens(test: AppTest) -> list[str]:
    player = drawn(test)[1]
    return player["lists"][player["maps"][0]["tokens"]]


def test_the_best_hypothesis_is_chosen_at_first() -> None:
    test = open_page(width="3")
    tree, player = drawn(test)
    assert path(tree, tree["best"]) == tokens(test)
    assert player["maps"][0]["mode"] == "own translation, beam 3"
    found = test.dataframe[0].value
    assert len(found) == 3
    assert list(found["score"]) == sorted(found["score"], reverse=True)
    assert found["translation"][0] == player["maps"][0]["translation"]
    best = tree["nodes"][tree["best"]]
    assert best["fate"] == "ended"
    assert found["total log-probability"][0] == pytest.approx(best["total"], abs=2e-3)
    assert found["score"][0] == pytest.approx(best["total"] / len(tokens(test)), abs=2e-3)


def test_a_node_comes_after_its_parent_and_adds_to_its_total() -> None:
    tree, _ = drawn(open_page())
    for place, node in enumerate(tree["nodes"]):
        before = 0.0 if node["parent"] is None else tree["nodes"][node["parent"]]["total"]
        assert node["parent"] is None or node["parent"] < place
        if node["probability"] > 0.01:
            assert node["total"] - before == pytest.approx(math.log(node["probability"]), abs=0.01)
    assert {node["fate"] for node in tree["nodes"]} == {"live", "ended", "pruned"}


@pytest.mark.parametrize("fate", ["live", "pruned", "ended"])
def test_any_node_can_be_chosen_for_its_map(fate: str) -> None:
    test = open_page(width="4")
    tree, _ = drawn(test)
    nodes = enumerate(tree["nodes"])
    node = next(i for i, n in nodes if n["fate"] == fate and n["parent"] and i != tree["best"])
    choose(test, node)
    assert tokens(test) == path(tree, node)


@pytest.mark.parametrize("node", [-1, 100_000, 1.5, True, "1", None])
def test_a_node_that_is_none_leaves_the_best(node: object) -> None:
    test = open_page(width="2")
    best = tokens(test)
    assert tokens(choose(test, node)) == best


def test_a_node_of_another_search_leaves_the_best() -> None:
    test = open_page(width="2")
    best = tokens(test)
    assert tokens(choose(test, 1, "another search")) == best


def test_a_link_restores_the_chosen_hypothesis() -> None:
    test = open_page(width="3")
    assert "node" not in test.query_params  # the best one, as by default
    tree, _ = drawn(test)
    node = next(i for i, n in enumerate(tree["nodes"]) if n["fate"] == "pruned" and n["parent"])
    choose(test, node)
    assert test.query_params["node"] == str(node + 1)
    assert not test.code  # while “Export and share” is closed
    test.session_state["exports"] = True
    assert f"node={node + 1}" in test.run().code[0].value
    restored = open_page(width="3", node=str(node + 1))
    assert tokens(restored) == path(tree, node)
    assert drawn(restored)[0]["start"] == node
    assert not restored.warning
    restored.slider(key="width").set_value(2).run()  # another search: its own best
    assert "node" not in restored.query_params
    again = drawn(restored)[0]
    assert again["start"] == again["best"]
    assert tokens(restored) == path(again, again["best"])


def test_the_best_chosen_again_leaves_the_link() -> None:
    test = open_page(width="2", node="1")
    choose(test, drawn(test)[0]["best"])
    assert "node" not in test.query_params


@pytest.mark.parametrize("value", ["0", "-1", "9999", "1.5", "x", "٢", "<b>1</b>"])
def test_a_node_in_a_link_that_is_none_is_said(value: str) -> None:
    test = open_page(width="2", node=value)
    tree, _ = drawn(test)
    assert tokens(test) == path(tree, tree["best"])
    assert "asks for node" in test.warning[0].value
    assert f"Possible values: 1 to {len(tree['nodes'])}." in test.warning[0].value
    assert "<" not in test.warning[0].value
    assert "node" not in test.query_params


@pytest.mark.parametrize(("name", "value"), [("width", "1000"), ("width", "0"), ("penalty", "9")])
def test_a_search_out_of_range_in_a_link_is_said(name: str, value: str) -> None:
    test = open_page(**{name: value})
    assert f"asks for {name} {value}" in test.warning[0].value
    assert drawn(test)[0]["nodes"]


@pytest.mark.parametrize("value", ["x", "", "nan", "5<b>"])
def test_a_width_that_is_no_number_is_no_error(value: str) -> None:
    assert drawn(open_page(width=value))[0]["nodes"]


@pytest.mark.parametrize(
    ("sentence", "said"),
    [("  ", "is empty"), ("word " * 500, "500 tokens"), ("x" * 9999, "too long")],
)
def test_a_sentence_that_cannot_be_searched_gets_a_message(sentence: str, said: str) -> None:
    test = open_page(sentence=sentence)
    assert not test.exception
    assert said in test.info[0].value.replace("\\", "")


@pytest.mark.parametrize("variant", ["fixed-context", "bahdanau-additive"])
def test_width_one_is_greedy_and_the_widest_is_drawn(variant: str) -> None:
    tree, _ = drawn(open_page(variant=variant, width="1"))
    assert sum(node["fate"] == "ended" for node in tree["nodes"]) == 1
    tree, _ = drawn(open_page(variant=variant, width="10"))
    assert len(tree["nodes"]) > 50


def test_a_target_to_force_is_said_to_be_unused() -> None:
    test = open_page(target="Je ne suis pas fatigué.")
    assert any("Ignored here" in caption.value for caption in test.caption)


def test_numbers_of_a_column_have_as_many_digits() -> None:
    table = DataFrame({"a": [-6.48, -4.054, None], "b": [0.5, 2, 3], "c": [7, None, 12000.0]})
    table = table.assign(d=[1, 2, 34567], e="word")
    formats = {name: one["type_config"]["format"] for name, one in number_formats(table).items()}
    assert formats == {"a": "%.3f", "b": "%.1f", "c": "localized", "d": "localized"}
    shown = json.loads(open_page(width="2").dataframe[0].proto.columns)
    assert shown["score"]["type_config"]["format"] == "%.3f"
