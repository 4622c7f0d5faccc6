"""The glossary: each term that a newcomer meets on every page, explained in a sentence or two."""

from collections.abc import Mapping

GLOSSARY: Mapping[str, str] = {
    "attention": "Before it writes each word, the model looks back at the source and mixes "
    "what it finds there: more of what fits, less of the rest.",
    "score": "How well a source word fits what the model is about to write; any number, before "
    "softmax.",
    "softmax": "Turns scores into weights, which are all above 0 and sum to 1. Higher scores "
    "get larger weights.",
    "weight": "The share of a source word in the mixture, 0 to 1. It is the brightness of a "
    "cell in a map.",
    "normaliser": "The function that turns scores into weights: softmax, or sparsemax and "
    "entmax, which can give words a weight of exactly 0.",
    "entropy": "How widely the weights are spread, in nats. It is 0 if one word has all the "
    "weight, right or wrong.",
    "posterior": "The weights after the written word is known: higher for source words that "
    "would have led to it on their own.",
    "piece": "The unit that a model reads and writes (a subword). A frequent word is one "
    "piece, a rare one several.",
    "step": "The model writes one piece per step, and decides at each step where to look.",
    "query": "The decoder state that is compared with each source word to compute the scores.",
    "timing": "Which decoder state is the query: the one before the decoder's update "
    "(Bahdanau) or after it (Luong).",
    "variant": "A timing and a score function together, such as luong-dot.",
    "greedy": "At each step the model writes the most probable piece and never revises it.",
    "beam": "The model keeps several translations at each step instead of one; the beam width "
    "is their number.",
    "forced": "The translation is prescribed, and the model only computes how probable it is.",
    "log-probability": "The logarithm of a probability, in nats: 0 is certain, −2.3 is one in ten. "
    "Those of a sentence's pieces add up.",
    "link": "A pair of words that translate each other. Gold links are the reference; those "
    "shipped for English-French were set by a language model.",
    "AER": "Alignment error rate: how much the links of a map differ from gold links. 0 is best.",
    "BLEU": "How many sequences of words a translation shares with a reference translation. "
    "100 means identical.",
}
