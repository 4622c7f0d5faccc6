"""The doctor: what each rule says of maps, where first it is broken, and why as a rule."""

from collections.abc import Sequence

from alignoscope.analysis.doctor.findings import Examined, Finding
from alignoscope.analysis.doctor.rules import RULES


def examine(maps: Sequence[Examined]) -> list[Finding]:
    """Return what each rule says of maps, the first place where it is broken."""
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
