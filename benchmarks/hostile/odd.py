"""What nobody writes in good faith: texts, bytes and values of JSON."""

import random

PLANES = ((0, 0x80), (0, 0x250), (0x250, 0x3000), (0x3000, 0xD800), (0xD800, 0x110000))
WORDS = ("1e999", "-1", "null", "[]", "{}", "NaN", '"\\u0000"', "1e9", "-1e-320", '"<script>"', "0")

ODD = (None, True, -1, 0, 2, 65_536, 10**9, 10**30, 0.5, "", "x" * 999, "<script>", [], [[]], {})


def hostile_text(chance: random.Random) -> str:
    """Return a text of letters from anywhere, mostly short."""
    low, high = chance.choice(PLANES)
    length = chance.choice((0, 1, 3, 10, 50, 200, 6_000))
    return "".join(chr(chance.randrange(low, high)) for _ in range(length))


def mutated(data: bytes, chance: random.Random) -> bytes:
    """Return data of which a few parts were changed, taken out, doubled or cut off."""
    found = bytearray(data)
    for _ in range(chance.randrange(1, 5)):
        at = chance.randrange(len(found) + 1)
        size = chance.choice((1, 1, 2, 8, 64))
        part = found[at : at + size]
        kind = chance.randrange(6)
        if kind == 0:
            part = bytes(chance.randrange(256) for _ in part)
        elif kind == 1:
            part = b""
        elif kind == 2:
            part = part * chance.choice((2, 50))
        elif kind == 3:
            part = chance.choice(WORDS).encode()
        elif kind == 4 and at > 8:
            del found[at:]
        found[at : at + size] = part
    return bytes(found)


def altered(value: object, chance: random.Random) -> object:
    """Return a JSON value of which one part, however deep, is something odd."""
    if isinstance(value, dict | list) and value and chance.random() < 0.9:
        at = chance.choice(list(value) if isinstance(value, dict) else range(len(value)))
        value[at] = altered(value[at], chance)
        return value
    return chance.choice(ODD)
