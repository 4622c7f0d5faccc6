"""The doctor's examination: each rule's first violation in a set of maps, and its usual cause."""

from collections.abc import Sequence

import numpy as np

from alignoscope.analysis.doctor.findings import Examined, Finding, SameShape
from alignoscope.analysis.doctor.rules import RULES
from alignoscope.analysis.doctor.self_attention_rules import ITSELF
from alignoscope.analysis.doctor.speech_rules import speech_rules
from alignoscope.records.sentence import real_tokens


def examine(maps: Sequence[Examined]) -> list[Finding]:
    """Check maps of one kind against each of its rules; return a finding per rule."""
    assert maps
    maps = _with_batches(maps)
    findings = []
    rules = ITSELF if maps[0].itself else RULES
    if maps[0].time:
        rules = rules | speech_rules(maps[0].time)
    for name, (rule, cause) in rules.items():
        told = [(one.where, rule(one)) for one in maps]
        known = [(where, numbers) for where, numbers in told if numbers is not None]
        broken = [f"{where}: {numbers}" for where, numbers in known if numbers]
        many = f" ({len(broken):,} of {len(maps):,} maps)" if len(maps) > 1 else ""
        findings.append(
            Finding(
                rule=name,
                kept=not broken if known else None,
                numbers=f"{broken[0]}{many}." if broken else "",
                cause=cause if broken else "",
            )
        )
    return findings


def _with_batches(maps: Sequence[Examined]) -> list[Examined]:
    """Return the maps, with what those of one shape show together."""
    shapes: dict[tuple[int, ...], list[Examined]] = {}
    for one in maps:
        shapes.setdefault(one.numbers.shape, []).append(one)
    batches = {
        shape: SameShape(
            total=np.sum([one.numbers for one in group], axis=0),
            longest=max(len(real_tokens(one.source or ())) for one in group),
        )
        for shape, group in shapes.items()
        if len(group) > 1
    }
    return [one._replace(batch=batches.get(one.numbers.shape)) for one in maps]
