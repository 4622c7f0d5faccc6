"""What decides a training run, besides the corpus and the model's shape."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class TrainingConfig:
    """The settings of the recipe.

    Raises:
        ValueError: if a number is out of range.
    """

    epochs: float = 3
    batch_tokens: int = 400
    max_len: int = 60
    learning_rate: float = 1e-3
    warmup_steps: int = 1000
    beta2: float = 0.999
    label_smoothing: float = 0.1
    clip_norm: float = 1.0
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("epochs", "batch_tokens", "max_len", "learning_rate", "clip_norm"):
            if not getattr(self, name) > 0:
                raise ValueError(f"{name} is {getattr(self, name)}: expected a number above 0.")
        if self.batch_tokens < self.max_len:
            raise ValueError(
                f"batch_tokens is {self.batch_tokens}: expected at least max_len, {self.max_len}."
            )
        if self.seed < 0:
            raise ValueError(f"seed is {self.seed}: expected 0 or more.")
