"""The settings of a training run, except for the corpus and the model's shape."""

from dataclasses import dataclass
from math import ceil

OPTIMIZERS = ("adam", "muon")
SEEN = 75_000  # The number of pairs, repeats included, that training on a small corpus reads.
MOST_EPOCHS = 60
MOST_SEED = 2**32 - 1  # The seeds of updates, which are made from it, have to fit in 64 bits.
VOCABULARY = (500, 8_000)  # The smallest and largest default vocabulary size.


@dataclass(frozen=True, kw_only=True)
class TrainingConfig:
    """The settings of the recipe.

    `joined_share` is the share of examples that concatenate several sentence pairs, `piece_dropout`
    the probability of BPE-dropout. `average` is the decay of the weights' moving average, which is
    then measured and saved. `score_penalty` is the weight of the mean squared score in the loss,
    which falls with the learning rate, and `guide_weight` that of the loss of guided attention
    (`training.guide`). A value of 0 turns each of them off. `muon_rate` is the learning rate of the
    matrices that Muon updates.

    Raises:
        ValueError: if a number is out of range.
    """

    epochs: float = 4
    batch_tokens: int = 1600
    max_len: int = 100
    learning_rate: float = 3e-3
    warmup_steps: int = 250
    beta2: float = 0.999
    label_smoothing: float = 0.1
    clip_norm: float = 1.0
    joined_share: float = 0.15
    piece_dropout: float = 0.0
    average: float = 0.995
    optimizer: str = "muon"
    muon_rate: float = 3e-3
    score_penalty: float = 2e-2
    guide_weight: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        for name in _ABOVE_0:
            if not getattr(self, name) > 0:
                raise ValueError(f"{name} is {getattr(self, name)}: expected a number above 0.")
        if self.batch_tokens < self.max_len:
            raise ValueError(
                f"batch_tokens is {self.batch_tokens}: expected at least max_len, {self.max_len}."
            )
        for name in ("joined_share", "piece_dropout", "average"):
            if not 0 <= getattr(self, name) < 1:
                raise ValueError(
                    f"{name} is {getattr(self, name)}: expected at least 0 and below 1."
                )
        if not 0 <= self.seed <= MOST_SEED:
            raise ValueError(f"seed is {self.seed}: expected 0 to {MOST_SEED}.")
        for name in ("score_penalty", "guide_weight", "warmup_steps"):
            if not getattr(self, name) >= 0:
                raise ValueError(f"{name} is {getattr(self, name)}: expected 0 or more.")
        if self.optimizer not in OPTIMIZERS:
            raise ValueError(
                f"Unknown optimizer {self.optimizer!r}: expected one of {', '.join(OPTIMIZERS)}."
            )


_ABOVE_0 = ("epochs", "batch_tokens", "max_len", "learning_rate", "muon_rate", "clip_norm")


def epochs_for(pairs: int) -> float:
    """Return the default number of epochs for a corpus of this many pairs.

    It is 4, or as many as read 75,000 pairs, but at most 60: four epochs of a few thousand pairs
    are too few updates to learn them.
    """
    return max(TrainingConfig.epochs, min(ceil(SEEN / max(pairs, 1)), MOST_EPOCHS))


def vocabulary_for(pairs: int) -> int:
    """Return the default vocabulary size: half the number of pairs, from 500 to 8,000.

    In a small corpus most of 8,000 subwords would occur only once or twice.
    """
    least, most = VOCABULARY
    return max(least, min(pairs // 2, most))
