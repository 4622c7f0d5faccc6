"""How the options of alignment are chosen, on the dev part alone."""

from itertools import product

import pytest

from alignoscope.analysis.links import AlignmentScore, LinkOptions, alignment_error
from alignoscope.analysis.symmetrisation import SYMMETRISATIONS
from alignoscope.data.gold import turn_pair
from alignoscope.evaluation.alignment import attention_links, gold_error
from alignoscope.evaluation.option_selection import (
    GoldPart,
    Options,
    measure_alignment,
    pick_options,
)
from alignoscope.interchange.pharaoh import to_pharaoh
from alignoscope.records.measured_rows import ALIGNED_BY, Alignment
from tests.shared.gold_pairs import gold_pair
from tests.shared.measured import PARTS_AND_SHIFTS, gold_of


def options_of(row: Alignment) -> LinkOptions:
    return LinkOptions(row.measure, row.shift, row.method, row.threshold or 0.2, row.balanced)


def test_options_with_the_least_error_are_picked() -> None:
    def error(options: Options) -> AlignmentScore:
        aer = abs(options.shift - 1) + (0.5 if options.method == "argmax" else 0)
        return AlignmentScore(1, 0, aer + abs((options.threshold or 0.3) - 0.3), 1, 1)

    picked = pick_options(error)
    assert len(picked) == 6
    assert min(picked, key=picked.__getitem__) == Options(False, 1, "threshold", 0.3)
    assert {options.threshold for options in picked} == {None, 0.3}
    equal = pick_options(lambda options: AlignmentScore(1, 0, 0.5, 1, 1))
    assert min(equal, key=equal.__getitem__) == Options(False, 0, "argmax", None)


def test_the_test_part_has_no_say_in_the_choice(tiny) -> None:
    checkpoint = tiny("luong-dot")
    golds = [
        GoldPart("toy", part, tuple(gold_of(checkpoint, part, s))) for part, s in PARTS_AND_SHIFTS
    ]
    rows = measure_alignment(checkpoint, golds)
    assert len(rows) == 2 * (12 + 2)
    weights = [row for row in rows if row.measure == "weights" and not row.balanced]
    chosen = {row.part: row for row in weights if row.chosen}
    assert chosen["dev"].aer == chosen["dev"].dev_aer == chosen["test"].dev_aer == 0
    assert chosen["test"].shift == 1
    expected = gold_error(checkpoint, golds[0].pairs, LinkOptions(shift=1)).aer
    assert chosen["test"].aer == pytest.approx(expected, abs=1e-4)
    assert expected > 0
    with pytest.raises(ValueError, match="No gold pair is in the part 'dev'"):
        measure_alignment(checkpoint, golds[:1])


def test_two_ways_give_rows_for_every_symmetrisation(tiny) -> None:
    forward, backward = tiny("luong-dot"), tiny("luong-dot", seed=1)
    golds = [GoldPart("toy", "dev", tuple(gold_of(forward, "dev", 0)))]
    rows = measure_alignment(forward, golds, backward)
    alone, rows = [[r for r in rows if r.backward is one] for one in (True, False)]
    assert {row.symmetrisation for row in rows} == {None, *SYMMETRISATIONS}
    for row in alone:
        found = attention_links(backward, golds[0].pairs, options_of(row), backward=True)
        error = alignment_error(found, golds[0].pairs).aer
        assert (row.directions, row.aer) == (1, pytest.approx(error, abs=1e-4))
    for row in rows:
        assert row.directions == (1 if row.symmetrisation is None else 2)
        joined = {} if row.directions == 1 else {"symmetrisation": row.symmetrisation}
        expected = gold_error(
            forward,
            golds[0].pairs,
            options_of(row),
            backward=None if row.directions == 1 else backward,
            **joined,
        )
        assert row.aer == pytest.approx(expected.aer, abs=1e-4)
        assert row.precision == pytest.approx(expected.precision, abs=1e-4)
    names = (None, *SYMMETRISATIONS, "alone")
    for measure, balanced, name in product(ALIGNED_BY, (False, True), names):
        same = alone if name == "alone" else [row for row in rows if row.symmetrisation == name]
        same = [row for row in same if (row.measure, row.balanced) == (measure, balanced)]
        assert [row.dev_aer for row in same if row.chosen] == [min(row.dev_aer for row in same)]


def test_a_gold_pair_is_turned_round() -> None:
    pair = gold_pair("a b", "c d e", "0-2 1-0")
    turned = turn_pair(pair)
    assert (turned.source, turned.target_words) == ("c d e", ("a", "b"))
    assert to_pharaoh(turned.sure) == "0-1 2-0"
    assert turn_pair(turned) == pair
