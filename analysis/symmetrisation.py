"""Symmetrisation: combining the links of two models, one per direction, into one set."""

from collections.abc import Callable

from alignoscope.records.links import Links


def grow_diag_final_and(forward: Links, backward: Links) -> Links:
    """Grow the intersection into the union (Och and Ney 2003; Koehn et al. 2005), as Moses does.

    Grow-diag: for each link by target, then source, including links just added, add each of its
    eight neighbours that is in the union and whose source or target word has no link yet; repeat
    until nothing changes. Final-and: add each remaining link whose words both have no link, forward
    links first. `forward` is from the model that translates source to target.
    """
    grown = {(target, source) for source, target in forward & backward}
    either = {(target, source) for source, target in forward | backward}
    targets, sources = {t for t, _ in grown}, {s for _, s in grown}

    def add(target: int, source: int) -> None:
        grown.add((target, source))
        targets.add(target)
        sources.add(source)

    size = -1
    while size != len(grown):
        size, link = len(grown), min(grown, default=None)
        while link is not None:
            for down, right in _NEIGHBOURS:
                t, s = link[0] + down, link[1] + right
                if (t, s) in either and not (t in targets and s in sources):
                    add(t, s)
            link = min((other for other in grown if other > link), default=None)
    for direction in (forward, backward):
        for t, s in sorted((target, source) for source, target in direction):
            if t not in targets and s not in sources:
                add(t, s)
    return frozenset((s, t) for t, s in grown)


_NEIGHBOURS = ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))

SYMMETRISATIONS: dict[str, Callable[[Links, Links], Links]] = {
    "intersection": frozenset.intersection,
    "union": frozenset.union,
    "grow-diag-final-and": grow_diag_final_and,
}
