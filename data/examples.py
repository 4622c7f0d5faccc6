"""The project's own example sentences of each language pair, with a translation."""

from typing import NamedTuple


class Example(NamedTuple):
    """A sentence, what it shows, and how a person would translate it."""

    label: str
    source: str
    target: str


EXAMPLES: dict[str, tuple[Example, ...]] = {
    "eng-fra": (
        Example(
            "Adjective",
            "The little girl is eating a red apple.",
            "La petite fille mange une pomme rouge.",
        ),
        Example("Negation", "I am not tired.", "Je ne suis pas fatigué."),
        Example("Clitic", "I didn't see them yesterday.", "Je ne les ai pas vus hier."),
        Example("Short", "Thank you!", "Merci !"),
        Example(
            "Question",
            "Why didn't you call me yesterday?",
            "Pourquoi ne m'as-tu pas appelé hier ?",
        ),
        Example(
            "Long",
            "When I was a child, I used to swim in the river with my brother.",
            "Quand j'étais enfant, je nageais dans la rivière avec mon frère.",
        ),
    ),
    "fra-eng": (
        Example(
            "Adjective",
            "La petite fille mange une pomme rouge.",
            "The little girl is eating a red apple.",
        ),
        Example("Negation", "Je ne suis pas fatigué.", "I am not tired."),
        Example("Clitic", "Je ne les ai pas vus hier.", "I didn't see them yesterday."),
    ),
    "dates": (
        Example("English", "Saturday, March 8, 1997", "1997-03-08"),
        Example("French", "samedi 8 mars 1997", "1997-03-08"),
        Example("German", "8. März 1997", "1997-03-08"),
    ),
    "reverse": (Example("Letters", "k b d a c", "c a d b k"),),
}
