"""Pairs with names and numbers that a model has to copy: `python -m tools.names --help`.

Frames of `data/written` get names of its lists, or invented ones, and numbers, dates and codes. A
model that copies learns from them to take over what it has never read.
"""

import argparse
import gzip
import random
import string
from collections.abc import Callable, Sequence
from pathlib import Path

from alignoscope.data.corpus import Pair, read_pairs
from alignoscope.records.whole_file import check_writable, told_in_a_line, write_whole

WRITTEN = Path(__file__).parent.parent / "data" / "written"
NAMES, FRAMES = WRITTEN / "names.tsv", WRITTEN / "names-frames-eng-fra.tsv"
PAIRS = 20_000
INVENTED = 0.3  # the share of names of invented syllables
BLENDED = 0.5  # the share of names of pieces of listed ones, as long as real ones
MONTHS = (
    *("January janvier", "February février", "March mars", "April avril", "May mai", "June juin"),
    *("July juillet", "August août", "September septembre", "October octobre"),
    *("November novembre", "December décembre"),
)
STARTS = [*"bcdfgjklmnprstvwz", "br", "ch", "dr", "fl", "gr", "kr", "pl", "st", "th", "tr", "", ""]
VOWELS = [*"aeiou" * 3, "ai", "ei", "ou", "ia", "y"]
ENDS = [*"bdgklmnrstxz", *[""] * 12, "ck", "ll", "nd", "nn", "rg", "rn", "sk", "ss", "rt"]


class Values:
    """What stands in the slots of a frame, each on both sides: names, numbers, dates and codes."""

    def __init__(self, names: dict[str, list[str]], rng: random.Random) -> None:
        self.names, self.rng = names, rng
        person, place, first, last = (self.person, self.place, self.first, self.last)
        number, year, age = self.number, self.year, self.age
        self.slots: dict[str, Callable[[], str]] = {
            **dict.fromkeys("pq", person),
            **dict.fromkeys("ghi", first),
            **dict.fromkeys("ce", place),
            **dict.fromkeys("nm", number),
            **dict.fromkeys("yz", year),
            **dict.fromkeys("ab", age),
            "l": last,
            "o": lambda: self.name("other"),
            "k": self.code,
            "t": self.phone,
            "x": self.address,
        }

    def fill(self, frame: Pair) -> Pair:
        """Return a frame with a new value in each slot; `{de x}` is "de" or "d'"."""
        sides = {name: make() for name, make in self.slots.items()}
        day, (english, french) = self.rng.randint(2, 31), self.rng.choice(MONTHS).split()
        sides |= {
            "d": self.rng.choice((f"{day} {english}", f"{english} {day}")),
            "f": f"{day} {french}",
        }
        if self.rng.random() < 0.5:
            sides |= {name: f"{sides[name]} {sides['y']}" for name in "df"}
        for name in "pqceghi":
            vowel = sides[name][0].lower() in "aeiouyéh"
            sides[f"de {name}"] = ("d'" if vowel else "de ") + sides[name]
        return Pair(*(_put(side, sides) for side in frame))

    def name(self, kind: str) -> str:
        """Return a name of a list, one of the pieces of several, or an invented one."""
        chance = self.rng.random()
        if chance >= INVENTED + BLENDED:
            return self.rng.choice(self.names[kind])
        if chance >= INVENTED:
            return self.blend(self.names[kind])
        count = self.rng.choice((1, 2, 2, 3, 3, 4))
        parts = [self.rng.choice(some) for _ in range(count) for some in (STARTS, VOWELS, ENDS)]
        made = "".join(parts)
        return made.capitalize() if len(made) > 2 else self.name(kind)

    def blend(self, names: Sequence[str]) -> str:
        """Return the start of one name and the end of another, often with a middle of a third."""
        start, middle, end = self.rng.sample(names, 3)
        within = middle[2:-2] if self.rng.random() < 0.5 else ""
        return start[: self.rng.randint(2, 5)] + within + end[-self.rng.randint(2, 6) :].lower()

    def first(self) -> str:
        """Return a first name."""
        return self.name("first")

    def last(self) -> str:
        """Return a last name, rarely of two."""
        again = self.rng.random() < 0.06
        return self.name("last") + f"-{self.name('last')}" * again

    def place(self) -> str:
        """Return the name of a place."""
        return self.name("place")

    def person(self) -> str:
        """Return a first name, most often with a last one."""
        return f"{self.first()} {self.last()}" if self.rng.random() < 0.6 else self.first()

    def number(self) -> str:
        """Return a number of one to four digits, as often of each length."""
        return str(self.rng.randrange(2, 10 ** self.rng.randint(1, 4)))

    def year(self) -> str:
        """Return a year."""
        return str(self.rng.randint(1400, 2090))

    def age(self) -> str:
        """Return a number from 2 to 99."""
        return str(self.rng.randint(2, 99))

    def phone(self) -> str:
        """Return what looks like a telephone number, in groups of digits."""
        groups = self.rng.choice(((3, 4), (2, 2, 2, 2), (4, 4), (3, 3, 3)))
        between = self.rng.choice((" ", "-"))
        return between.join("".join(self.rng.choices(string.digits, k=k)) for k in groups)

    def code(self) -> str:
        """Return a code of letters and digits."""
        letters = "".join(self.rng.choices(string.ascii_uppercase, k=self.rng.randint(1, 3)))
        return f"{letters}{self.rng.choice(('', '-'))}{self.number()}"

    def address(self) -> str:
        """Return what looks like an electronic address."""
        return f"{self.first()}.{self.last()}@example.org".lower()


def make_pairs(
    frames: Sequence[Pair], names: dict[str, list[str]], count: int, seed: int
) -> list[Pair]:
    """Return `count` different pairs, of all frames equally often."""
    rng = random.Random(seed)
    filler, made = Values(names, rng), dict[Pair, None]()
    while len(made) < count:
        made[filler.fill(frames[len(made) % len(frames)])] = None
    pairs = list(made)
    rng.shuffle(pairs)
    return pairs


def read_names(path: Path) -> dict[str, list[str]]:
    """Return the names of a file of lists by their kind."""
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    return {kind: names.split() for kind, names in rows}


def _put(frame: str, sides: dict[str, str]) -> str:
    for name, value in sides.items():
        frame = frame.replace(f"{{{name}}}", value)
    return frame


def main(argv: Sequence[str] | None = None) -> None:
    """Parse the options, make the pairs, and say where they are."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.names",
        description="Make English-French pairs with names, numbers, dates and codes, for "
        "`train --also`.",
    )
    add = parser.add_argument
    add("--out", type=Path, required=True, metavar="FILE.tsv.gz", help="where the pairs go")
    add("--pairs", type=int, default=PAIRS, help="how many (%(default)s)")
    add("--seed", type=int, default=0, help="of the choices (%(default)s)")
    args = parser.parse_args(argv)
    with told_in_a_line(parser):
        if args.out.exists():
            raise ValueError(f"{args.out}: the file is there. Delete it to make it again.")
        check_writable(args.out)
        frames = read_pairs(FRAMES)[1:]
        pairs = make_pairs(frames, read_names(NAMES), args.pairs, args.seed)
        text = "".join(f"{source}\t{target}\n" for source, target in pairs).encode()
        write_whole(args.out, gzip.compress(text, mtime=0) if args.out.suffix == ".gz" else text)
    print(f"{args.out}: {len(pairs):,} pairs.")


if __name__ == "__main__":
    main()
