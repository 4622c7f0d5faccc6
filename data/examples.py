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
            "The red car is in front of the old house.",
            "La voiture rouge est devant la vieille maison.",
        ),
        Example("Negation", "I am not tired.", "Je ne suis pas fatigué."),
        Example("Clitic", "He gave it to her yesterday.", "Il le lui a donné hier."),
        Example("Short", "Thank you!", "Merci !"),
        Example(
            "Question",
            "Why don't you speak French at home?",
            "Pourquoi ne parlez-vous pas français à la maison ?",
        ),
        Example(
            "Long",
            "If it doesn't rain tomorrow morning, we will go to the beach with our friends.",
            "S'il ne pleut pas demain matin, nous irons à la plage avec nos amis.",
        ),
    ),
    "fra-eng": (
        Example(
            "Adjective",
            "La voiture rouge est devant la vieille maison.",
            "The red car is in front of the old house.",
        ),
        Example("Negation", "Je ne suis pas fatigué.", "I am not tired."),
        Example("Clitic", "Il le lui a donné hier.", "He gave it to her yesterday."),
    ),
    "dates": (
        Example("English", "Saturday, March 8, 1997", "1997-03-08"),
        Example("French", "samedi 8 mars 1997", "1997-03-08"),
        Example("German", "8. März 1997", "1997-03-08"),
    ),
    "reverse": (Example("Letters", "k b d a c", "c a d b k"),),
}
