"""The records of axes whose places are no words: steps in time, and the cells of a picture."""

from dataclasses import dataclass

MAX_SECONDS = 60  # the time of one place
MAX_START = 1_000_000  # the time of the first place, in seconds
MOST_MARKS = 2  # places before those of a picture, such as [CLS] and DeiT's second mark


@dataclass(frozen=True)
class TimeAxis:
    """Places that follow each other in time, such as decoder steps or encoder frames.

    `seconds` is the time of one place, or None if it is unknown. The first one is at `start`
    seconds.
    """

    seconds: float | None = None
    start: float = 0.0

    def labels(self, count: int) -> tuple[str, ...]:
        """Return the names of the places: when each begins, or its number from 1."""
        if self.seconds is None:
            return tuple(map(str, range(1, count + 1)))
        return tuple(f"{self.start + i * self.seconds:.3f} s" for i in range(count))


@dataclass(frozen=True)
class GridAxis:
    """Places that are the cells of a grid over a picture, row by row, as an encoder reads them.

    The first `marks` places are of no cell, such as the `[CLS]` of a vision Transformer.
    """

    height: int
    width: int
    marks: int = 0

    def labels(self, count: int) -> tuple[str, ...]:
        """Return the names of the places: the row and the column of a cell, counted from 1."""
        assert count == self.marks + self.height * self.width
        cells = (f"{i // self.width + 1}·{i % self.width + 1}" for i in range(count - self.marks))
        return (*(f"mark {i + 1}" for i in range(self.marks)), *cells)


WordlessAxis = TimeAxis | GridAxis


def grid_axis(height: int, width: int, count: int) -> GridAxis:
    """Return the grid of `height` x `width` cells on an axis of `count` places.

    Raises:
        ValueError: if the cells, with up to `MOST_MARKS` marks before them, are not as many.
    """
    marks = count - height * width
    if not 0 <= marks <= MOST_MARKS:
        raise ValueError(
            f"a grid of {height} x {width} has {height * width:,} cells, but the map has {count:,} "
            "columns: give the height and the width of the picture in cells, such as 14 x 14."
        )
    return GridAxis(height, width, marks)
