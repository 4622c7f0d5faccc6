"""The doctor's examination: each rule's first violation in a set of maps, and its usual cause."""

from collections.abc import Sequence

from alignoscope.analysis.doctor.findings import Examined, Finding
from alignoscope.analysis.doctor.rules import RULES


def examine(maps: Sequence[Examined]) -> list[Finding]:
    """Check maps against every rule, and return one finding per rule."""
    assert maps
    findings = []
    for name, (rule, cause) in RULES.items():
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
