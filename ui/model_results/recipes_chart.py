"""Which reports can be compared: those of models trained with the same recipe."""

from collections import defaultdict
from collections.abc import Sequence

from alignoscope.records.escaping import plain
from alignoscope.records.report import Report
from alignoscope.records.run import Scalar

# Settings that do not make another recipe: the seed is random, the processes depend on the machine,
# the dev loss selected the update of an earlier run to start from, and the name of a guided model
# says that it is guided.
_GUIDE = ("guide_weight", "guide_aligner", "guide_sha256")
_BESIDE = (
    "seed",
    "processes",
    "earlier_steps",
    "earlier_sha256",
    "trunk_steps",
    "trunk_sha256",
    *_GUIDE,
)


def say_recipes(reports: Sequence[Report]) -> tuple[str, str]:
    """Return, as Markdown, how many recipes there are, and which models have which.

    Both are empty if all models have the same.
    """
    settings = [_settings(report) for report in reports]
    differing = [
        name
        for name in dict.fromkeys(name for one in settings for name in one)
        if len({one.get(name) for one in settings}) > 1
    ]
    groups = defaultdict(list)
    for report, one in zip(reports, settings, strict=True):
        told = ", ".join(f"{_said(name)} {_said(one[name])}" for name in differing if name in one)
        groups[told or ("without" if one else "not recorded")].append(report.name)
    if len(groups) < 2:
        return "", ""
    each = (f"{', '.join(names)} ({group})" for group, names in groups.items())
    warning = (
        f"Trained with {len(groups)} recipes, so differences between models of different "
        "recipes are not due to the variant alone."
    )
    return warning, f"{plain('; '.join(each))}."


def _settings(report: Report) -> dict[str, Scalar]:
    """Return the settings of a training run that define its recipe.

    A missing setting in an older record counts as 0, or as "adam" for the optimizer.
    """
    training = report.record.training
    beside = _BESIDE if training.get("optimizer") == "muon" else (*_BESIDE, "muon_rate")
    also = [f"{one.share:g} of {one.said} until {one.until:g}" for one in report.record.also]
    return {
        name: one
        for name, one in {**training, "also": ", ".join(also) or None}.items()
        if name not in beside and one not in (0, None, "adam")
    }


def _said(setting: Scalar) -> str:
    return f"{setting:g}" if isinstance(setting, float) else str(setting).replace("_", " ")
