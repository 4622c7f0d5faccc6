"""What a cache keeps, and what it drops, when its values are larger than its bound."""

from alignoscope.serving.bounded_cache import BoundedCache


def test_what_was_unused_longest_is_dropped_first() -> None:
    cache = BoundedCache[str](3)
    for key in "abc":
        cache.put(key, key.upper(), 1)
    assert cache.get("a") == "A"  # Now b was unused longest.
    cache.put("d", "D", 1)
    assert [cache.get(key) for key in "abcd"] == ["A", None, "C", "D"]


def test_a_value_that_is_stored_again_counts_once() -> None:
    cache = BoundedCache[str](3)
    cache.put("a", "A", 1)
    for _ in range(5):
        cache.put("b", "B", 2)
    assert (cache.get("a"), cache.get("b")) == ("A", "B")


def test_the_newest_value_stays_however_large() -> None:
    cache = BoundedCache[str](3)
    cache.put("a", "A", 1)
    cache.put("b", "B", 9)
    assert (cache.get("a"), cache.get("b")) == (None, "B")
    cache.put("c", "C", 1)  # The large one is counted, and goes.
    assert (cache.get("b"), cache.get("c")) == (None, "C")
