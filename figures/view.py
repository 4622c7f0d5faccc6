"""How a person looks at maps: what the player is set to, and what an export must look like."""

from dataclasses import dataclass

SCALINGS = ("linear", "log", "row")
PICTURES = ("map", "ribbons")


@dataclass(frozen=True, kw_only=True)
class View:
    """The settings of the player; they change the picture, never the numbers.

    `scaling` "log" colours by the logarithm, "row" stretches each row to the whole scale; cells
    below `threshold` (a share of the scale's top, 0 to 1) are hidden; `transposed` puts the source
    on the rows; `margins` adds the row and column sums.
    """

    measure: str = "weights"
    unit: str = "words"
    scaling: str = "linear"
    picture: str = "map"
    threshold: float = 0.0
    transposed: bool = False
    margins: bool = False


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One cell that a person chose: its map by variant, its row and column from 0, in a unit."""

    variant: str
    unit: str
    row: int
    column: int


@dataclass(frozen=True, kw_only=True)
class Position:
    """Where a person is in the player: the step from 0, the view, and the chosen cell."""

    step: int
    view: View
    cell: Cell | None
