"""Example sentences with reference translations, for each language pair."""

from typing import NamedTuple


class Example(NamedTuple):
    """An example sentence, a label for what it shows, and a reference translation."""

    label: str
    source: str
    target: str


EXAMPLES: dict[str, tuple[Example, ...]] = {
    "eng-fra": (
        Example(
            "Adjective",
            "The little boy has a black dog and a white cat.",
            "Le petit garçon a un chien noir et un chat blanc.",
        ),
        Example(
            "Progressive",
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
            "I think that my sister wants to buy a new car next year.",
            "Je pense que ma sœur veut acheter une nouvelle voiture l'année prochaine.",
        ),
        Example(  # the example of Bahdanau et al. 2015, figure 3 (a)
            "From the paper",
            "The agreement on the European Economic Area was signed in August 1992.",
            "L'accord sur la zone économique européenne a été signé en août 1992.",
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
    "eng-spa": (
        Example("Sun", "The sun is bigger than the moon.", "El sol es más grande que la luna."),
        Example(
            "Rain",
            "After the rain, the sun came out again.",
            "Después de la lluvia, volvió a salir el sol.",
        ),
        Example(
            "Adjective",
            "My sister has a black cat and a white dog.",
            "Mi hermana tiene un gato negro y un perro blanco.",
        ),
        Example("Negation", "I didn't hear the rain.", "No oí la lluvia."),
        Example("Clitic", "My brother gave me a book.", "Mi hermano me dio un libro."),
        Example("Question", "Why didn't you call me yesterday?", "¿Por qué no me llamaste ayer?"),
        Example(
            "Long",
            "When I was a child, I used to swim in the river with my brother.",
            "Cuando era niño, nadaba en el río con mi hermano.",
        ),
    ),
    "hindi-phrases": (
        Example(
            "Verb last",
            "छोटी लड़की बगीचे में एक हरा सेब खा रही है।",
            "The small girl is eating a green apple in the garden.",
        ),
        Example(
            "She or he",
            "वह अपने भाई के साथ बाज़ार जा रही है।",
            "She is going to the market with her brother.",
        ),
        Example("Agreement", "रवि ने दो पुरानी किताबें पढ़ीं।", "Ravi read two old books."),
        Example(
            "Negation",
            "मेरी बड़ी बहन कल स्कूल नहीं जाएगी।",
            "My elder sister will not go to the school tomorrow.",
        ),
        Example(
            "Question",
            "मीना उस दुकान में क्या ख़रीद रही थी?",
            "What was Meena buying in that shop?",
        ),
        Example(
            "Whose",
            "किसान के बेटे ने मोहन को अपनी नई गेंद दिखाई।",
            "The farmer's son showed his new ball to Mohan.",
        ),
        Example(
            "Long",
            "कल तीन लड़कियाँ अपने दोस्त के साथ बड़े बगीचे में खेल रही थीं।",
            "Three girls were playing with their friend in the big garden yesterday.",
        ),
    ),
    "dates": (
        Example("English", "Saturday, March 8, 1997", "1997-03-08"),
        Example("French", "samedi 8 mars 1997", "1997-03-08"),
        Example("German", "8. März 1997", "1997-03-08"),
    ),
    "reverse": (Example("Letters", "k b d a c", "c a d b k"),),
}
