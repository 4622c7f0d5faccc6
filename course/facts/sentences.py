"""The example sentences that several lessons share."""

LETTERS, NAME, THREE = "k b d a c", "p y t h o n", "k b d"
CATS = "I have a black cat and a white dog."
CHATS = "J'ai un chat noir et un chien blanc."
DAY = "March 5, 2019"
VERY_TIRED = "I am very tired."
TIRED = "I am not tired."
NEVER, JAMAIS = "I never drink coffee.", "Je ne bois jamais de café."
SHORT = (
    VERY_TIRED,
    TIRED,
    "The cat is black.",
    "She likes the house.",
    "He is reading a book.",
    "We live here.",
    "It is late.",
    "You are right.",
    "The dog is sleeping.",
    "They want to go home.",
)
GIRL = "The little girl is eating a red apple."
FILLE = "La petite fille mange une pomme rouge."
TRANSLATED = {VERY_TIRED: "Je suis très fatigué.", GIRL: FILLE, CATS: CHATS}
HOUSE = "He lives in an empty and very dark house."
MAISON = "Il vit dans une maison très sombre et vide."
CAR = "I like my new red car, but I do not like my old house."
LONG = "The old man gave his young daughter a small red apple today"
GROWING = (
    "I like my car.",
    "I like my new red car.",
    "I like my new red car, but not my house.",
    CAR,
)
