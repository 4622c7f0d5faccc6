"""What a moved control shows: computed for every setting, by hand where a hand can do it."""

import math
import re
from itertools import chain, product
from math import prod
from pathlib import Path

import numpy as np
import pytest
import torch

from alignoscope.analysis.words import plain_token
from alignoscope.course.facts.copying import NAMED
from alignoscope.course.facts.explaining import unseen_dates
from alignoscope.course.facts.hindi import GLOSSED
from alignoscope.course.facts.labelling import BOTH, EXCHANGED, TEXTS
from alignoscope.course.facts.looking import FAR
from alignoscope.course.facts.past import PETS
from alignoscope.course.facts.programs import EARLY, LEAKING, LUONG, MIXED
from alignoscope.course.facts.sentences import CATS, CHATS, DAY, GIRL, GROWING, NEVER, VERY_TIRED
from alignoscope.course.facts.transformer import CHASES
from alignoscope.course.labs import learning
from alignoscope.course.labs.clock import BEATS, COMPARE, MIX, STEP, UPDATE, WRITE
from alignoscope.course.labs.confidence import SENTENCES
from alignoscope.course.labs.maps import SPLICED
from alignoscope.course.labs.past import ASK
from alignoscope.course.labs.record import Control, Lab, LabLine, Outcome, lab_of
from alignoscope.course.labs.registry import LABS
from alignoscope.course.labs.windows import weights_in_window
from alignoscope.course.player.payload import LessonPosition, payload
from alignoscope.course.read import ENGLISH, lessons
from alignoscope.course.words import in_words, languages, words_of
from alignoscope.data.labelled.topics import NEUTRAL, TOPICS
from alignoscope.data.tokenizer import START_ID
from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.models.layers.steps import advance
from alignoscope.records.catalogue.scores import SCORES
from alignoscope.records.catalogue.timings import TIMINGS
from alignoscope.records.measured_rows import LengthScore
from alignoscope.ui.phrases.phrases import phrases_of
from alignoscope.ui.player.map_view import layers_of
from tests.course.course import found, lab, load, outcome, value

SHOWN = {  # the sentences, words and names of scores that labs show: no language has others
    *(
        *GROWING,
        NEVER,
        VERY_TIRED,
        GIRL,
        *GIRL.removesuffix(".").split(),
        *(one.text for one in (*SPLICED, *TEXTS)),
        *(one.roman for one in GLOSSED.values()),
        PETS,
        ASK,
        CATS,
        *SENTENCES,
        *CHASES,
        *NAMED,
    ),
    *("Vaswani et al. 2017", "v · tanh(W s[i−1] + U h[j])", "h[t] · W h̄[s]"),
    *("ai", "peur", "du", "scrupule"),
    *MIXED,
    *(*CATS.removesuffix(".").split(), *DAY.split(), *DAY.replace(",", " ,").split()),
    *("luong-dot", "bahdanau-additive", "luong-scaled-dot", "luong-location"),
    *("bahdanau-general", "Bahdanau et al. 2015", "Luong et al. 2015", "PyTorch", "Keras"),
    *("luong-concat", "luong-general", "luong-general-feed", "tacotron-additive", "fixed-context"),
    *("bahdanau-location-sensitive", "bahdanau-coverage"),
    *(
        "dot",
        "general",
        "concat",
        "additive",
        "sun",
        "rain",
        "sol",
        "lluvia",
        "v",
        "tanh(q + k)",
        "GRU",
        "LSTM",
        "RNN",
    ),
}


@pytest.mark.parametrize("name", LABS)
def test_every_setting_has_an_outcome(name: str) -> None:
    found = lab(name)
    assert len(found.outcomes) == prod(len(control.settings) for control in found.controls)
    for control in found.controls:
        assert control.start in range(len(control.settings))
    for one in found.outcomes:
        assert (
            one.lines or one.bars or one.table or one.arrows or one.chart or one.curve or one.traces
        )


def test_a_lab_that_answers_a_bet_about_words_has_their_columns_and_its_step() -> None:
    data = payload(lessons()["tour"], found("tour"), LessonPosition(answers={}))
    (answer,) = data["screens"][2]["lab"]["outcomes"]
    assert answer["places"] == [3, 4, 8, 5]  # black, cat, dog, and
    tokens = answer["maps"]["lists"][answer["maps"]["maps"][0]["tokens"]]
    assert tokens[answer["maps"]["start"]["step"]].strip("▁") == "noir"
    assert answer["maps"]["start"]["view"]["picture"] == "flow"
    others = [
        one for screen in data["screens"] if screen["lab"] for one in screen["lab"]["outcomes"]
    ]
    assert [one.get("places") for one in others] == [[3, 4, 8, 5], None, None]


def test_a_flow_opens_at_the_last_word_of_its_kind() -> None:
    one = lab("contexts").outcomes[0]
    assert one.step
    sentence = one.traces[0].target
    last = max(i for i, word in enumerate(sentence.words) if word.isalpha())
    assert sentence.word_of[one.step] == last
    assert one.maps == ()  # a model without attention has no map to shade


def test_a_flow_opens_at_a_beat_that_it_has_and_is_then_no_map_to_shade() -> None:
    script = (Path(__file__).parents[2] / "ui" / "flow" / "headline.js").read_text("utf-8")
    named = set(re.findall(r'"(\w+)"', script.partition("const BEATS")[2].partition(";")[0]))
    assert len(named) == 7
    begun = {name: [one.beat for one in lab(name).outcomes] for name in ("reading", "layers")}
    begun["ticks"] = [*BEATS.values()]
    for beats in begun.values():
        assert {*beats} <= named
    (answer,) = lab("reading").outcomes
    assert answer.maps == ()
    assert answer.traces[0].weights is not None
    data = payload(lessons()["annotations"], found("annotations"), LessonPosition(answers={}))
    shown = [
        one for screen in data["screens"] if screen["lab"] for one in screen["lab"]["outcomes"]
    ]
    assert shown[0]["maps"]["start"]["beat"] == "annotations"


def test_local_attentions_flow_opens_at_the_word_that_needs_one_out_of_reach() -> None:
    (blind,) = lab("blind").outcomes
    target = blind.traces[0].target
    assert blind.flows
    assert target.words[target.word_of[blind.step]] == FAR


def test_every_lab_is_in_a_lesson() -> None:
    used = {screen.lab for lesson in lessons().values() for screen in lesson.screens}
    assert used - {None} == set(LABS)


def words_of_lab(found: Lab) -> set[str]:
    """Return all that a lab says of its own, in English."""
    said = {control.label for control in found.controls}
    said |= {setting for control in found.controls for setting in control.settings}
    for one in found.outcomes:
        said |= {bar.label for bar in one.bars} | {line.text for line in one.lines}
        said |= {part for trace in one.traces for part in trace.label.split(" · ")[1:]}
        said |= {one.curve.label, one.curve.over} if one.curve else set()
        said |= {*one.chart.names} if one.chart else set()
        if one.table:
            said |= {*one.table.columns, *(row[0] for row in one.table.rows)}
    shown = SHOWN | {pair.source for pair in unseen_dates()}
    return {text for text in said - shown if re.search("[A-Za-z]{2}", text) and " → " not in text}


@pytest.mark.parametrize("name", LABS)
def test_what_python_says_of_a_labs_maps_has_its_words_in_every_language(name: str) -> None:
    said = set()
    for traces in {one.traces for one in lab(name).outcomes if one.traces}:
        for views, scale in layers_of(traces).values():
            said |= {scale.title, *(text for one in views for text in (one.mode, one.origin))}
            said |= {text for one in views for text in (one.place.group, one.place.about)}
    for language in {*languages()} - {ENGLISH}:
        assert said - {"", *map(str.title, TIMINGS)} <= set(phrases_of(language))


@pytest.mark.parametrize("language", sorted({*languages()} - {ENGLISH}))
@pytest.mark.parametrize("name", LABS)
def test_what_a_lab_says_has_its_words_in_every_language(name: str, language: str) -> None:
    words = words_of(language)
    assert {text for text in words_of_lab(lab(name)) if f"said: {text}" not in words} == set()


@pytest.mark.parametrize(
    ("language", "itself"),
    [
        ("de", "von selbst"),
        ("es", "por sí mismo"),
        ("fr", "de lui-même"),
    ],
)
def test_numbers_and_labels_of_labs_are_written_as_a_language_does(
    language: str, itself: str
) -> None:
    words = words_of(language)
    assert in_words("luong-dot · by itself", words) == f"luong-dot · {itself}"
    assert in_words("b = 0.25", words) == f"b = 0{words['decimal']}25"
    numbers = [in_words(value, words) for value in ("-0.69", 131_328, "2,194", "4")]
    assert numbers == ["-0,69", "131\u202f328", "2\u202f194", "4"]
    assert (in_words("k.l", words), in_words(9999, words)) == ("k.l", "9999")
    assert in_words(131_328, words_of()) == "131,328"


def test_the_last_control_moves_fastest() -> None:
    controls = [Control(label="a", settings=("0", "1")), Control(label="b", settings=("0", "1"))]
    found = lab_of(controls, lambda i, j: Outcome(lines=(LabLine(f"{i}{j}"),)))
    assert [one.lines for one in found.outcomes] == [
        (LabLine(text),) for text in ("00", "01", "10", "11")
    ]


def test_three_scores_become_three_weights() -> None:
    whole = math.exp(2) + math.exp(-1) + 1
    shares = [bar.share for bar in outcome("softmax", "2", "-1", "0").bars]
    assert shares == pytest.approx([math.exp(2) / whole, math.exp(-1) / whole, 1 / whole], abs=5e-4)


def test_a_mask_before_the_softmax_is_one_after_it_that_divides() -> None:
    before, divided, left = (outcome("mask", "5", way) for way in lab("mask").controls[1].settings)
    assert [bar.share for bar in before.bars] == pytest.approx([bar.share for bar in divided.bars])
    whole = math.exp(2) + math.exp(1) + 5
    first, second, pads = (bar.share for bar in left.bars)
    assert (first, second) == pytest.approx((math.exp(2) / whole, math.exp(1) / whole))
    assert pads == pytest.approx(5 / whole, abs=5e-4)


def test_location_alone_refuses_what_is_longer_than_its_positions() -> None:
    found = {n: outcome("limit", n).table.rows for n in ("101", "102", "200")}
    asked = [("luong-location", says, "25,856") for says in ("takes", "refuses", "refuses")]
    assert [rows[0] for rows in found.values()] == asked
    others = (("luong-general", "takes", "65,536"), ("luong-dot", "takes", "0"))
    assert {rows[1:] for rows in found.values()} == {others}


def test_a_matrix_that_is_cut_anywhere_has_the_same_product() -> None:
    tables = [outcome("knife", str(cut)).table.rows for cut in (1, 2, 3)]
    assert [row[0].split() for row in tables[1]] == [[*"20|11"], ["−1", *"1|02"]]
    assert [row[1:] for row in tables[1]] == [("2", "2", "4"), ("1", "−2", "−1")]
    for rows in tables:
        assert [row[3] for row in rows] == ["4", "−1"]


def test_a_bias_of_zero_leaves_the_map_and_another_one_moves_it() -> None:
    own, moved = (outcome("bias", bias).traces[0].weights for bias in ("0.0", "1.0"))
    (trace,) = translate(load("eng-fra/luong-concat"), [CATS])
    assert own == pytest.approx(trace.weights, abs=1e-4)
    assert abs(moved - own).max() == pytest.approx(value("bias.moves"), abs=0.005)


def test_a_changed_word_is_in_the_half_that_has_read_it() -> None:
    for change in lab("changes").controls[0].settings:
        columns = outcome("changes", change).chart
        at = columns.words.index(change.split()[0])
        assert not any(columns.down[:at])
        assert not any(columns.up[at + 1 :])
        assert all(columns.down[at:])
        assert columns.up[at] > columns.up[0] > 0
        assert columns.most >= max(*columns.up, *columns.down)


def test_a_longer_sentence_has_longer_rows_and_no_more_parameters() -> None:
    for words in ("2", "12"):
        found = outcome("factory", words)
        weights, learnt = (line.values for line in found.lines)
        assert weights == (found.traces[0].weights.shape[1],)
        assert learnt == (131_328,)


def test_told_where_to_look_it_looks_there() -> None:
    own, told = outcome("orders", "forwards").traces
    assert told.weights.argmax(axis=1).tolist() == [0, 1, 2, 3, 4, 5]
    assert own.target.text == "c a d b k"
    assert outcome("orders", "forwards").lines == (
        LabLine("It writes **{}**.", (told.target.text,)),
    )


def test_it_writes_whichever_letter_each_step_is_told_to_look_at() -> None:
    for first, second, third in product("kbd", repeat=3):
        found = outcome("steps", first, second, third)
        assert found.lines[0].values == (f"{first} {second} {third}",)
        looks = ["kbd".index(letter) for letter in (first, second, third)]
        assert found.traces[0].weights.argmax(axis=1).tolist() == [*looks, 3]
    assert lab("steps").first.lines[0].values == ("k b d",)


def test_a_model_that_learns_is_shown_as_it_was() -> None:
    found = [one.lines[0] for one in lab("learning").outcomes]
    assert (found[0].values, found[-1].values) == ((1, 5), (5, 5))
    first, last = (lab("learning").outcomes[i].traces[0] for i in (0, -1))
    assert first.target == last.target
    assert first.weights.max() < 0.25  # six tokens, nearly even
    assert [int(row.argmax()) for row in last.weights] == [4, 3, 2, 1, 0, 0]
    assert not any(step.candidates for step in first.steps)  # those of the last model alone


def test_a_switch_of_the_decoder_changes_who_asks_and_what_is_read() -> None:
    said = [[line.values for line in one.lines] for one in lab("decoders").outcomes]
    assert said == [
        [("s[i-1]",), (512,)],
        *([("h[t]",), (size,)] for size in (256, 256, 512)),
    ]


def test_a_step_ticks_in_the_order_of_its_timing_and_shows_each_event_in_the_flow() -> None:
    orders = {("bahdanau-general", f"s[{STEP - 1}]"): (COMPARE, MIX, UPDATE, WRITE)}
    orders["luong-general", f"h[{STEP}]"] = (UPDATE, COMPARE, MIX, WRITE)
    for (decoder, query), order in orders.items():
        (trace,) = force(load(f"eng-fra/{decoder}"), [CATS], [CHATS])
        for tick, event in enumerate(order, start=1):
            found = outcome("ticks", decoder, str(tick))
            ((name, reads, gives),) = (line.values for line in found.lines)
            assert name == event
            assert reads == query or event != COMPARE
            assert (found.step, found.beat) == (STEP - 1, BEATS[event])
        assert gives == plain_token(trace.steps[STEP - 1].token)


def test_masked_after_the_softmax_padding_takes_weight_that_is_lost() -> None:
    def run(program: tuple[str, ...]) -> torch.Tensor:
        names = {
            "keys": torch.tensor([[2.0], [1.0], [0.0], [0.0], [0.0]]),
            "query": torch.tensor([1.0]),
            "mask": torch.tensor([1.0, 1.0, 0.0, 0.0, 0.0]),
            "values": torch.zeros(5, 2),
        }
        exec("\n".join(program), names)
        return names["weights"]

    assert float(run(LEAKING).sum()) == pytest.approx(value("mask.sum"), abs=5e-4)
    masked = "scores = scores.masked_fill(mask == 0, -torch.inf)"
    fixed = run(("import torch", LEAKING[0], masked, *LEAKING[1:]))
    assert float(fixed.sum()) == pytest.approx(1)
    assert not fixed[2:].any()


@torch.inference_mode()
def test_a_step_of_luongs_decoder_is_the_program_without_its_mistake() -> None:
    checkpoint = load("eng-fra/luong-general")
    model = checkpoint.model
    decoder, memory = model.decoder, model.encode(torch.tensor([[5, 6, 7]]))
    start = decoder.initial_state(memory)
    own = model.step(torch.tensor([START_ID]), start, memory)

    def run(program: tuple[str, ...]) -> torch.Tensor:
        names = {
            "embed": model.embed,
            "previous": torch.tensor([START_ID]),
            "rnn": lambda word, old: advance(decoder.rnn, word, start.rnns[0])[0],
            "old": start.rnns[0][0][-1],
            "attend": lambda query: decoder.attend(query, memory, start.past, None)[0].context,
            "tanh": torch.tanh,
            "W": decoder.attentional,
            "cat": lambda parts: torch.cat(parts, dim=-1),
            "output": decoder.output,
        }
        exec("\n".join(program), names)
        return names["scores"]

    assert torch.allclose(run(LUONG), own.readout, atol=1e-6)
    assert not torch.allclose(run(EARLY), own.readout, atol=1e-3)


def test_a_map_that_slides_fits_worse() -> None:
    up, own, down = lab("shift").outcomes
    errors = [float(one.lines[0].values[1]) for one in (up, own, down)]
    assert errors[1] == min(errors)
    assert errors[1] < errors[0]
    assert np.array_equal(down.traces[0].weights[1:], own.traces[0].weights[:-1])


def test_correct_weights_ruin_one_model_of_dates_and_not_the_other() -> None:
    ways = lab("given").controls[1].settings
    for model, fall in (("luong-dot", True), ("bahdanau-additive", False)):
        date = lab("given").controls[2].settings[0]
        own, linked, alike, shuffled = (outcome("given", model, way, date) for way in ways)
        right = [one.lines[1].values[1] for one in (own, linked, alike, shuffled)]
        assert right[0] >= 198
        assert (right[1] < 100) is fall
        assert max(right[2:]) < 100
        assert np.ptp(alike.traces[0].weights) == pytest.approx(0)
        assert linked.traces[0].mode == "edited"


def test_a_real_row_follows_the_window_that_is_moved() -> None:
    found = lab("row")
    start = found.first  # as the model has it
    trace = translate(load("eng-fra/luong-local-p"), [GIRL])[0]
    assert start.chart.up == pytest.approx(trace.weights[0].tolist(), abs=1e-4)
    assert start.lines[0].values == (f"{value('local.sum'):.2f}",)
    center = found.controls[0]
    assert center.settings[center.start] == f"{value('local.center'):.2f}"  # counted from 1
    far = outcome("row", "9.00", "1").chart
    pairs = [*zip(far.words, far.up, strict=True)]
    assert [word for word, weight in pairs if weight] == ["apple", ".", "end"]
    bell = far.line[::10]  # at the words
    assert bell == pytest.approx([*[0] * 7, math.exp(-2), 1, math.exp(-2)], abs=1e-3)


def test_outside_of_its_window_local_m_sees_nothing() -> None:
    for name in ("band", "blind"):
        (trace,) = lab(name).first.traces
        for step in trace.steps:
            away = np.abs(np.arange(len(step.weights)) - step.center) > trace.window
            assert not step.weights[away].any()
            assert step.weights.sum() == pytest.approx(1)


def test_all_in_a_window_of_one_word_is_damped_by_the_gaussian_alone() -> None:
    half = weights_in_window(np.array([3.0, 1.0, 2.0]), 0.5, 1)
    both = [1 / (1 + math.exp(-2)), 1 / (1 + math.exp(2))]  # scores 3 and 1, each half from p
    assert half == pytest.approx([*(math.exp(-0.5) * one for one in both), 0])


def test_real_pads_take_of_one_model_and_nothing_of_another() -> None:
    masks = lab("leak").controls[2].settings
    own = outcome("leak", "luong-general", "0", "no mask")
    bare, before, divided, after = (outcome("leak", "luong-general", "20", one) for one in masks)
    shares = [bar.share for bar in own.bars[:-1]]
    assert sum(shares) == pytest.approx(1)
    assert [bar.share for bar in before.bars] == pytest.approx(shares)
    assert [bar.share for bar in divided.bars] == pytest.approx(shares)
    assert bare.bars[-1].share > 0.2
    assert sum(bar.share for bar in after.bars) == pytest.approx(1 - bare.bars[-1].share, abs=1e-3)
    assert outcome("leak", "luong-dot", "50", "no mask").bars[-1].share < 0.01
    told = outcome("leak", "luong-dot", "50", "mask after it").lines[0]
    assert told.values[0] == "end"  # All its rows sum to 1.000, and that of the end mark to least.


def test_bleu_by_length_is_in_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def rows(variant: str) -> tuple[LengthScore, ...]:
        scores = (30.0, 9.5) if variant == "fixed-context" else (40.0, 41.0)
        return tuple(
            LengthScore(
                part="test",
                shortest=shortest,
                longest=shortest + 4,
                pairs=9,
                joined=False,
                sentences=1.0,
                words=3.0,
                bleu=bleu,
            )
            for shortest, bleu in zip((1, 6), scores, strict=True)
        )

    monkeypatch.setattr(learning, "by_length", rows)
    found = learning.lengths().first
    assert found.table.rows == (("1–5", "30.0", "40.0"), ("6–10", "9.5", "41.0"))


def test_without_pads_a_model_writes_what_it_writes_alone() -> None:
    said = {line.text: line.values for line in outcome("breaks", "0").lines}
    (own,) = translate(load("eng-fra/tacotron-additive"), [CATS])
    assert said == {
        "Weight on the pads, on average: **{}**.": ("0.00",),
        "It writes: **{}**": (own.target.text,),
    }


def test_the_scores_are_in_one_table_with_what_their_models_learn() -> None:
    rows = {row[0]: row[1:3] for row in outcome("scores").table.rows}
    assert list(rows) == ["dot", "general", "concat", "additive"]
    for score, (formula, parameters) in rows.items():
        assert formula == SCORES[score].label
        learnt = outcome("learnt", score).lines[1].values
        assert parameters == f"{learnt[0]:,}"


def test_a_softmax_over_another_axis_sums_to_one_over_that_one() -> None:
    rows, columns, one = (found.traces[0].weights for found in lab("axis").outcomes)
    assert rows.sum(axis=1) == pytest.approx(1)
    assert columns.sum(axis=0) == pytest.approx(1)
    assert columns.sum(axis=1).min() < 0.9
    assert np.all(one == 1)
    said = [[line.text for line in one.lines[:2]] for one in lab("axis").outcomes]
    assert [texts[0] for texts in said[::2]] == ["Every row sums to **{}**."] * 2
    assert said[1] == ["The rows sum to **{}** to **{}**.", "Every column sums to **{}**."]


def test_short_texts_are_of_words_that_the_classifier_knows() -> None:
    known = {*NEUTRAL, *chain.from_iterable(TOPICS.values())}
    for text in (*(one.text for one in TEXTS), BOTH, EXCHANGED):
        assert {*text.split()} <= known
    for one in TEXTS:
        deciding = [word in words for words in TOPICS.values() for word in one.words]
        assert deciding.count(True) == 1
    assert sorted(BOTH.split()) == sorted(EXCHANGED.split())


def test_a_learnt_query_names_a_topic_by_its_word() -> None:
    for one, wanted in zip(lab("topics").outcomes, TEXTS, strict=True):
        (trace,) = one.traces
        assert one.lines[0].values == wanted.labels
        assert trace.weights.shape[0] == 1
        top = trace.source.word_of[int(trace.weights[0].argmax())]
        assert (top,) == wanted.deciding[0]
