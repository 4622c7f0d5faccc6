"""All labs, by the names used in lessons."""

from functools import partial

from alignoscope.course.facts import programs
from alignoscope.course.labs import (
    arithmetic,
    clock,
    confidence,
    copying,
    evidence,
    hindi,
    learning,
    maps,
    masking,
    past,
    planes,
    switches,
    transformer,
    windows,
)
from alignoscope.course.labs.record import Making

BACKWARDS, CONCAT = "reverse/luong-dot", "eng-fra/luong-concat"
ADDITIVE = "eng-fra/bahdanau-additive"
CELLS = (BACKWARDS, "reverse/luong-dot-lstm", "reverse/luong-dot-rnn")
DATES = ("dates/luong-dot", "dates/bahdanau-additive")
GENERAL, DOT = "eng-fra/luong-general", "eng-fra/luong-dot"
CLOCKS = ("eng-fra/bahdanau-general", GENERAL)
SCORED = (DOT, GENERAL, CONCAT, ADDITIVE)
DECODERS = (ADDITIVE, CONCAT, GENERAL, "eng-fra/luong-general-feed")
HINDI = "hindi-phrases/luong-dot"
PAST = ("eng-fra/bahdanau-location-sensitive", "eng-fra/bahdanau-coverage")
TRANSFORMER = "eng-fra/transformer"
COPIES = (GENERAL, "eng-fra/luong-general-copy")
CLASSIFIERS = ("readers/agreement-additive", "readers/agreement-dot")
LABS = {
    "letters": Making(of=(BACKWARDS,), make=maps.letters),
    "orders": Making(of=(BACKWARDS,), make=maps.orders),
    "steps": Making(of=(BACKWARDS,), make=maps.steps),
    "noir": Making(of=(CONCAT,), make=maps.noir),
    "chosen": Making(of=(CONCAT,), make=maps.chosen),
    "cats": Making(of=(CONCAT,), make=maps.cats),
    "dates": Making(of=DATES, make=maps.dates),
    "lengths": Making(of=("eng-fra/fixed-context", "eng-fra/tacotron-additive"), make=maps.lengths),
    "summary": Making(of=("eng-fra/fixed-context",), make=maps.summary),
    "contexts": Making(
        of=("eng-fra/fixed-context", "eng-fra/tacotron-additive"), make=maps.contexts
    ),
    "growing": Making(of=(CONCAT,), make=maps.growing),
    "factory": Making(of=(CONCAT,), make=maps.factory),
    "softmax": Making(of=(), make=arithmetic.softmax),
    "lines": Making(of=(), make=partial(arithmetic.program, programs.MIXED)),
    "notations": Making(of=(), make=arithmetic.notations),
    "knife": Making(of=(), make=arithmetic.knife),
    "keras": Making(of=("reverse/bahdanau-additive",), make=maps.keras),
    "cells": Making(of=CELLS, make=maps.cells),
    "bias": Making(of=(CONCAT,), make=maps.bias),
    "changes": Making(of=(CONCAT,), make=maps.changes),
    "mask": Making(of=(), make=arithmetic.mask),
    "leak": Making(of=("eng-fra/luong-general", DATES[0]), make=masking.leak),
    "breaks": Making(of=("eng-fra/tacotron-additive",), make=masking.breaks),
    "leaking": Making(of=(), make=partial(arithmetic.program, programs.LEAKING)),
    "axis": Making(of=(CONCAT,), make=masking.axis),
    "reading": Making(of=(CONCAT,), make=maps.reading),
    "ticks": Making(of=CLOCKS, make=clock.ticks),
    "clocks": Making(of=CLOCKS, make=maps.clocks),
    "early": Making(of=(), make=partial(arithmetic.program, programs.EARLY)),
    "decoders": Making(of=DECODERS, make=switches.decoders),
    "limit": Making(of=("eng-fra/luong-location", GENERAL, DOT), make=switches.limit),
    "shift": Making(of=(ADDITIVE,), make=switches.shift),
    "given": Making(of=DATES, make=switches.given),
    "sums": Making(of=(DOT,), make=evidence.sums),
    "learnt": Making(of=SCORED, make=evidence.learnt),
    "scores": Making(of=SCORED, make=evidence.compared),
    "by length": Making(of=(), make=learning.lengths),
    "learning": Making(of=("reverse/bahdanau-additive",), make=learning.letters),
    "sharpening": Making(of=("dates/luong-dot",), make=learning.dates),
    "widths": Making(of=("dates/luong-dot",), make=learning.widths),
    "seeds": Making(of=(), make=learning.seeds),
    "smooth": Making(of=(CONCAT,), make=confidence.smooth),
    "sureness": Making(of=(CONCAT,), make=confidence.sureness),
    "computed": Making(of=(CONCAT,), make=confidence.computed),
    "calibration": Making(of=(CONCAT,), make=confidence.calibration),
    "reliability": Making(of=(CONCAT,), make=confidence.reliability),
    "doubts": Making(of=(CONCAT,), make=confidence.doubts),
    "sharp": Making(of=(CONCAT,), make=confidence.sharp),
    "nouns": Making(of=CLASSIFIERS, make=maps.nouns),
    "words only": Making(of=(CLASSIFIERS[0], "readers/agreement-additive-words"), make=maps.nouns),
    "languages": Making(of=("readers/languages-additive",), make=maps.languages),
    "topics": Making(of=("readers/topics-additive",), make=maps.topics),
    "gloss": Making(of=(), make=hindi.gloss),
    "hindi orders": Making(of=(HINDI,), make=hindi.orders),
    "hindi maps": Making(of=(HINDI,), make=hindi.maps),
    "song": Making(of=(), make=past.sung),
    "pasts": Making(of=PAST, make=past.pasts),
    "layers": Making(of=("eng-fra/tacotron-additive",), make=past.layers),
    "band": Making(of=("eng-fra/luong-local-m",), make=windows.band),
    "blind": Making(of=("eng-fra/luong-local-m",), make=windows.blind),
    "swapped": Making(of=("eng-fra/luong-location", GENERAL), make=windows.swapped),
    "row": Making(of=("eng-fra/luong-local-p",), make=windows.row),
    "papers": Making(of=(), make=transformer.papers),
    "positions": Making(of=(TRANSFORMER,), make=transformer.positions),
    "saturation": Making(of=(), make=transformer.saturation),
    "all heads": Making(of=(TRANSFORMER,), make=transformer.heads),
    "left out": Making(of=(TRANSFORMER,), make=transformer.ablation),
    "named": Making(of=COPIES, make=copying.named),
    "copied words": Making(of=COPIES, make=copying.copied_words),
    "plane": Making(of=(), make=planes.plane),
    "dial": Making(of=(), make=planes.dial),
    "stretch": Making(of=(), make=planes.stretch),
    "dials": Making(of=(), make=planes.dials),
    "mirror": Making(of=(), make=planes.mirror),
    "ranks": Making(of=(GENERAL,), make=planes.ranks),
}
