"""Synthetic sentences whose topic is decided by one word among neutral ones."""

from random import Random

from alignoscope.data.labelled.record import Labelled

TOPICS = {
    "weather": ("rain", "snow", "wind", "storm", "fog", "sunshine"),
    "food": ("bread", "cheese", "soup", "apples", "rice", "cake"),
    "music": ("violin", "songs", "drums", "choir", "piano", "guitar"),
}
LABELS = tuple(TOPICS)
NEUTRAL = (
    "yesterday", "my", "sister", "said", "that", "there", "was", "so", "much", "of", "it", "and",
    "we", "talked", "about", "for", "hours", "because", "nobody", "had", "expected", "any", "today",
)  # fmt: skip
LENGTHS = (4, 14)


def topics(count: int, seed: int) -> list[Labelled]:
    """Return sequences of neutral words with one word of a topic among them, which is the label."""
    random = Random(seed)
    found = []
    for _ in range(count):
        topic = random.choice(LABELS)
        words = random.choices(NEUTRAL, k=random.randint(*LENGTHS))
        place = random.randrange(len(words))
        words[place] = random.choice(TOPICS[topic])
        found.append(Labelled(words=tuple(words), labels=(topic,), deciding=((place,),)))
    return found
