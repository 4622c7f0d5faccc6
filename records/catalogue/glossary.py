"""The glossary: each term that a newcomer meets on every page, explained in a sentence or two."""

from collections.abc import Mapping

GLOSSARY: Mapping[str, str] = {
    "attention": "Before each word it writes, the model looks back at the source and mixes what it "
    "finds there: much of what fits, little of the rest.",
    "score": "How well a source word fits what the model is about to write; any number, before "
    "softmax.",
    "softmax": "Turns scores into weights: all above 0, and together 1. High scores get most.",
    "weight": "The share of a source word in the mixture, 0 to 1: how bright a cell of a map is.",
    "normaliser": "What turns scores into weights: softmax, or sparsemax and entmax, which can "
    "give words no weight at all.",
    "entropy": "How widely weights are spread, in nats: 0 where all is on one word, whether or not "
    "it is the right one.",
    "posterior": "The weights once the written word is known: more on source words that alone "
    "would have led to it.",
    "piece": "What a model reads and writes: a frequent word is one piece, a rare one several.",
    "step": "One piece written. At each step the model asks anew where to look.",
    "query": "The state of the model that asks: each source word is scored against it.",
    "timing": "Which state asks: before the model has updated itself (Bahdanau) or after (Luong).",
    "variant": "A timing and a score function together, such as luong-dot.",
    "greedy": "The most probable piece is written at each step, and never taken back.",
    "beam": "Several translations are kept at each step, not one: as many as the beam is wide.",
    "forced": "The words are given, and the model only says how probable it finds them.",
    "log-probability": "The logarithm of a probability, in nats: 0 is certain, −2.3 is one in ten. "
    "Those of a sentence's pieces add up.",
    "link": "A pair of words that mean each other; gold links were set by people who know.",
    "AER": "Alignment error rate: how far links read off a map are from gold links; 0 is best.",
    "BLEU": "How many runs of words a translation shares with a reference; 100 is the same text.",
}
