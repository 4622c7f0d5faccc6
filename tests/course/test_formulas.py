"""The formulas of lessons: each in its notations, as MathML, in words and as code that is right."""

import numpy as np
import pytest
import torch
from torch.nn import functional

from alignoscope.course.claims import CLAIMS
from alignoscope.course.formulas.formulas import FORMULAS, in_notations
from alignoscope.course.formulas.mathml import as_html, mathml
from alignoscope.course.formulas.notations import CODE, NOTATIONS, in_notation, of_catalogue
from alignoscope.course.kit.sheets import sheet
from alignoscope.course.labs.record import Lab, Outcome
from alignoscope.course.player.payload import LessonPosition, payload
from alignoscope.course.read import ENGLISH, lessons, read_lesson
from alignoscope.course.shown import Shown, shown_of
from alignoscope.course.words import languages, words_of
from alignoscope.models.scores.additive import Concat
from alignoscope.models.scores.location import LocationSensitive
from alignoscope.records.catalogue.scores import SCORES
from tests.course.test_texts import HEAD


def shown(lesson: str) -> list[Shown]:
    """Return the screens of a lesson with the expected values and no labs."""
    no_lab = Lab(controls=(), outcomes=(Outcome(),))
    return shown_of(lessons()[lesson], lambda name: CLAIMS[name].expected, lambda _: no_lab)


def test_every_lesson_has_a_formula_and_every_formula_a_lesson() -> None:
    of_each = {
        lesson.id: [name for screen in lesson.screens for name in screen.formulas]
        for lesson in lessons().values()
    }
    assert [lesson for lesson, names in of_each.items() if not names] == ["tour"]
    assert {name for names in of_each.values() for name in names} == set(FORMULAS)


def test_no_formula_is_on_a_screen_that_asks() -> None:
    screens = [screen for lesson in lessons().values() for screen in lesson.screens]
    assert [screen.title for screen in screens if screen.formulas and screen.ask] == []


def test_the_context_vector_in_all_notations() -> None:
    assert in_notations(FORMULAS["context"]) == [
        ("Bahdanau et al. 2015", r"c_{i} = \sum_{j} \alpha_{ij} \, h_{j}"),
        ("Luong et al. 2015", r"c_{t} = \sum_{s} a_{t}(s) \, \bar{h}_{s}"),
        ("Query, key, value", r"\mathrm{Attention}(\query{q_{i}}) = \sum_{j} a_{ij} \, v_{j}"),
        ("Source index first", r"c_{t} = \sum_{j} \alpha_{jt} \, h_{j}"),
    ]


def test_the_sum_of_the_softmax_runs_over_the_index_of_the_source() -> None:
    of_each = dict(in_notations(FORMULAS["weights"]))
    assert of_each["Bahdanau et al. 2015"] == (
        r"\alpha_{ij} = \frac{\exp e_{ij}}{\sum_{k} \exp e_{ik}}"
    )
    assert of_each["Source index first"] == (
        r"\alpha_{jt} = \frac{\exp e_{jt}}{\sum_{k} \exp e_{kt}}"
    )


def test_the_center_of_a_window_has_a_vector_and_a_matrix_of_its_own() -> None:
    of_each = dict(in_notations(FORMULAS["window"]))
    centers = {name: latex.split(r" \\ ")[0] for name, latex in of_each.items()}
    assert centers["Luong et al. 2015"].endswith(
        r"p_{t} &= S \, \mathrm{sigmoid}(\v{v_p^\top} \, \tanh(\query{W_p \query{h_{t}}}))"
    )
    assert all(r"\v{v_p^\top}" in latex and "W_p" in latex for latex in centers.values())


def test_the_index_of_the_source_is_at_one_side_in_all_parts_of_a_formula() -> None:
    of_each = dict(in_notations(FORMULAS["past"]))
    assert r"C_{jt} &= C_{jt-1} + \alpha_{jt-1}" in of_each["Source index first"]
    assert r"\location{U f_{jt}}" in of_each["Source index first"]
    assert r"C_{ij} &= C_{i-1j} + \alpha_{i-1j}" in of_each["Bahdanau et al. 2015"]


def test_a_score_of_the_catalogue_in_the_notation_of_its_paper() -> None:
    additive, general = (of_catalogue(SCORES[name].formula) for name in ("additive", "general"))
    assert in_notation(additive, NOTATIONS["bahdanau"]) == (
        r"e_{ij} = \v{v_a^\top} \, \tanh(\query{W_a \query{s_{i-1}}} + \key{U_a \key{h_{j}}} "
        r"+ \bias{b})"
    )
    assert in_notation(general, NOTATIONS["luong"]).endswith(
        r"= \query{\query{h_{t}}} \cdot (\key{W_a \key{\bar{h}_{s}}})"
    )


@pytest.mark.parametrize("name", FORMULAS)
def test_a_formula_has_each_notation_or_names_its_paper(name: str) -> None:
    names = [notation for notation, _ in in_notations(FORMULAS[name])]
    assert names in (
        [one.name for one in NOTATIONS.values()],
        ["Wang et al. 2017, c as in Shen et al. 2018"],
    )
    for _, latex in in_notations(FORMULAS[name]):
        assert "#" not in latex
        text = as_html(mathml(latex))
        assert text.startswith('<math displaystyle="true"><m')
        assert "\\" not in text


def test_latex_becomes_mathml() -> None:
    assert as_html(mathml(r"c = \sum_{j}^{n} \frac{\query{x_1}}{2} \exp e")) == (
        '<math displaystyle="true"><mi>c</mi><mo>=</mo>'
        "<munderover><mo>∑</mo><mi>j</mi><mi>n</mi></munderover>"
        '<mfrac><mrow class="query"><msub><mi>x</mi><mn>1</mn></msub></mrow><mn>2</mn></mfrac>'
        '<mi>exp</mi><mspace width="0.17em"></mspace><mi>e</mi></math>'
    )
    rows = as_html(mathml(r"\begin{aligned} a &< 1 \\ &= \tanh(b) \end{aligned}"))
    assert rows.count("<mtr>") == 2
    assert rows.count("<mtd>") == 4
    assert "<mo>&lt;</mo>" in rows
    with pytest.raises(ValueError, match=r"The command \\foo has no MathML here"):
        mathml(r"\foo")


def run(name: str, **given: object) -> dict[str, object]:
    """Run the code of a formula; returns its variables."""
    found: dict[str, object] = {"torch": torch, **given}
    exec(FORMULAS[name].code, found)
    return found


def test_code_of_scores_weights_and_context_computes_what_the_formula_says() -> None:
    torch.manual_seed(0)
    query, keys, values = torch.randn(2), torch.randn(4, 3), torch.randn(4, 5)
    concat = Concat(2, 3, 6)
    matrix, v = concat.both.weight.detach(), concat.v.weight.detach()[0]
    by_model = concat(query[None, None], concat.project(keys[None]))[0, 0].detach()
    scores = run("factory", query=query, keys=keys, W=matrix, v=v, scores=torch.zeros(4))["scores"]
    torch.testing.assert_close(scores, by_model)
    single = run("concat", query=query, key=keys[2], W=matrix, v=v)["score"]
    torch.testing.assert_close(single, by_model[2])

    exponentials = np.exp(by_model.numpy())
    shares = exponentials / exponentials.sum()
    weights = run("weights", scores=by_model)["weights"]
    np.testing.assert_allclose(weights, shares, rtol=1e-5)
    context = run("context", weights=weights, values=values)["context"]
    by_hand = sum(share * value for share, value in zip(shares, values.numpy(), strict=True))
    np.testing.assert_allclose(context, by_hand, rtol=1e-4, atol=1e-6)
    rows = torch.stack([torch.full((4,), 0.25), weights])
    torch.testing.assert_close(run("second", weights=rows, values=values)["context"], context)

    def score(one: torch.Tensor, others: torch.Tensor) -> torch.Tensor:
        assert one is query
        assert others is keys
        return by_model

    for name in ("attention", "classifier"):
        found = run(name, score=score, query=query, q=query, keys=keys, values=values)["context"]
        torch.testing.assert_close(found, context)

    padding = torch.tensor([False, False, False, True])
    masked = run("mask", scores=by_model, padding=padding)["weights"]
    by_hand = exponentials[:3] / exponentials[:3].sum()
    np.testing.assert_allclose(masked, [*by_hand, 0], rtol=1e-5)
    places = torch.arange(4.0)
    window = run("window", scores=by_model, places=places, p=1.5, D=2)["weights"]
    gaussian = [np.exp(-((j - 1.5) ** 2) / (2 * 1**2)) for j in range(4)]
    np.testing.assert_allclose(window, shares * gaussian, rtol=1e-5)


def test_code_of_encoders_and_decoders_computes_what_the_formula_says() -> None:
    torch.manual_seed(0)
    source = torch.randn(3, 2)
    log_probs, target = torch.randn(2, 4).log_softmax(dim=-1), [3, 1]
    found = run(
        "fixed", source=[1, 2, 3], state=0, f=lambda x, state: 10 * state + x,
        log_probs=log_probs, target=target,
    )  # fmt: skip
    assert found["context"] == 123
    assert found["log_p"] == log_probs[0, 3] + log_probs[1, 1]
    loss = run("likelihood", logits=log_probs, target=torch.tensor(target))["loss"]
    torch.testing.assert_close(-loss, found["log_p"])

    rnn, other = torch.nn.RNN(2, 4), torch.nn.RNN(2, 4)
    with torch.no_grad():
        annotations = run("annotation", rnn=rnn, other_rnn=other, source=source)["annotations"]
        for half, cell, order in ((slice(4), rnn, (0, 1, 2)), (slice(4, 8), other, (2, 1, 0))):
            state = torch.zeros(4)
            for j in order:
                inside = cell.weight_ih_l0 @ source[j] + cell.bias_ih_l0
                state = torch.tanh(inside + cell.weight_hh_l0 @ state + cell.bias_hh_l0)
                torch.testing.assert_close(annotations[j, half], state)

    turn_q, turn_k, query, key = (
        torch.randn(5, 2),
        torch.randn(5, 3),
        torch.randn(2),
        torch.randn(3),
    )
    score = run("projections", Wq=turn_q, Wk=turn_k, query=query, key=key)["score"]
    torch.testing.assert_close(score, (turn_q @ query) @ (turn_k @ key))

    found = run(
        "update", attend=lambda state: 2 * state, embed=lambda token: torch.tensor([token]),
        rnn=lambda x, state: (x, state), state=torch.tensor([1.0]), previous=7.0,
    )  # fmt: skip
    assert [part.tolist() for part in found["state"]] == [[7, 2], [1]]
    x = run(
        "residual", W=torch.ones(1, 2), h=torch.tensor([1.0]), context=torch.tensor([2.0]),
        residual=[lambda x: 10 * x, lambda x: 100 * x],
    )["x"]  # fmt: skip
    assert x.item() == 3 + 30 + 3300


def test_code_of_the_past_computes_the_location_sensitive_score() -> None:
    torch.manual_seed(0)
    score = LocationSensitive(2, 3, 6)
    query, keys, weights = torch.randn(2), torch.randn(4, 3), torch.rand(2, 4)
    with torch.no_grad():
        expected = score(query[None, None], score.project(keys[None]), weights.sum(dim=0)[None])
        found = run(
            "past", weights=weights, query=query, keys=keys, F=score.filters.weight,
            W1=score.query.weight, W2=score.key.weight, U=score.location.weight,
            b=score.key.bias, v=score.v.weight[0],
        )  # fmt: skip
    torch.testing.assert_close(found["scores"], expected[0, 0])
    assert run("hard", values=[1, 2, 3], j=2)["context"] == 3


def test_code_of_copying_adds_up_equal_pieces() -> None:
    found = run(
        "copying", gate=torch.sum, context=torch.tensor([1.0]), state=torch.tensor([2.0]),
        previous=torch.tensor([-3.0]), vocabulary=torch.tensor([0.2, 0.8, 0.0]),
        source=torch.tensor([2, 0, 2]), weights=torch.tensor([0.25, 0.25, 0.5]),
    )  # fmt: skip
    # The gate is sigmoid(0); pieces 0 and 2 are copied with 0.25 and 0.75.
    torch.testing.assert_close(found["probabilities"], torch.tensor([0.225, 0.4, 0.375]))


def test_code_of_the_gradient_is_that_of_the_log_probability() -> None:
    x = torch.tensor([[1.0, 2.0], [3.0, 0.0]], requires_grad=True)
    matrix = torch.tensor([[1.0, -1.0], [0.5, 0.0]])
    logits = x.sum(dim=0) @ matrix
    found = run("gradient", x=x, log_p=functional.log_softmax(logits, dim=-1)[0])
    p = torch.softmax(logits.detach(), dim=-1)
    gradient = matrix @ (
        torch.tensor([1.0, 0.0]) - p
    )  # of log softmax(s W)_0, the same for each word
    torch.testing.assert_close(found["importance"], (x.detach() * gradient).sum(dim=-1))


def test_the_words_of_formulas_are_in_every_language() -> None:
    for language in {*languages()} - {ENGLISH}:
        words = words_of(language)
        papers = [name for name, _ in in_notations(FORMULAS["context"]) if " et al. " not in name]
        said = [*papers, *(formula.says for formula in FORMULAS.values())]
        assert [text for text in said if f"said: {text}" not in words] == []


def test_a_formula_goes_to_the_browser_and_onto_the_last_page_of_a_sheet() -> None:
    lesson, found = lessons()["one-vector"], shown("one-vector")
    screens = payload(lesson, found, LessonPosition(answers={}))["screens"]
    (sent,) = screens[3]["formulas"]
    assert sent["code"] == {"name": CODE, "text": "context = weights @ values"}
    assert sent["notations"][0]["math"] == mathml(in_notations(FORMULAS["context"])[0][1])
    paper = sheet(lesson, found, words_of(), lambda *_: "", key=False)
    questions, formulas = paper.split('<div class="formulas">')
    assert "<math" not in questions
    assert formulas.count("<math") == 2 * len(NOTATIONS)
    assert "context = weights @ values" in formulas


def test_an_unknown_formula_is_refused() -> None:
    text = '\n## hook: What?\n\nText.\n\n~~~toml\nformulas = ["no"]\n~~~\n'
    with pytest.raises(ValueError, match=r"“What.” names formulas that do not exist: no\."):
        read_lesson(f"{HEAD}{text}")
