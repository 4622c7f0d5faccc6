"""What several tests share: a tokenizer and small random models, with sizes that are primes."""

from collections.abc import Callable
from functools import cache

import pytest
import torch

from data.tokenizer import PAD_ID, Tokenizer
from models.checkpoint import Checkpoint
from models.seq2seq import Seq2Seq
from models.variant import ModelConfig
from training.batches import collate

SENTENCES = (
    "The red car is fast.",
    "La voiture rouge est rapide.",
    "I am not tired.",
    "Je ne suis pas fatigué.",
    "She doesn't like the old house.",
    "Elle n'aime pas la vieille maison.",
)
SCORES = ("dot", "scaled-dot", "general", "concat", "additive", "location", "location-sensitive")
VARIANTS = (
    *(f"{timing}-{score}" for timing in ("bahdanau", "luong") for score in SCORES),
    *(f"luong-{score}" for score in ("none", "general-feed", "local-m", "local-p", "local-p-dot")),
    "bahdanau-local-p",
    "tacotron-additive",
    "fixed-context",
)


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


@pytest.fixture(scope="session")
def tokenizer() -> Tokenizer:
    return Tokenizer.train(SENTENCES * 3, 83)


@pytest.fixture
def tiny(tokenizer: Tokenizer) -> Callable[..., Checkpoint]:
    """Return a maker of small random models of any variant."""

    def make(variant: str, cell: str = "gru", seed: int = 0) -> Checkpoint:
        torch.manual_seed(seed)
        config = ModelConfig(
            variant=variant,
            vocab_size=len(tokenizer),
            cell=cell,
            embedding_size=7,
            hidden_size=22,
            attention_size=13,
        )
        model = Seq2Seq(config).eval().requires_grad_(False)
        return Checkpoint(model=model, tokenizer=tokenizer, record={})

    return make


@pytest.fixture(scope="session")
def learned(tokenizer: Tokenizer) -> Callable[[str], Checkpoint]:
    """Return a maker of small models that know three translations by heart."""

    @cache
    def learn(variant: str) -> Checkpoint:
        torch.manual_seed(0)
        shape = {"embedding_size": 29, "hidden_size": 34, "attention_size": 31}
        config = ModelConfig(variant=variant, vocab_size=len(tokenizer), dropout=0, **shape)
        model = Seq2Seq(config)
        optimizer = torch.optim.Adam(model.parameters(), 1e-2)
        pairs = list(
            zip(tokenizer.ids(SENTENCES[::2]), tokenizer.ids(SENTENCES[1::2]), strict=True)
        )
        batch = collate(pairs, "cpu")
        real = batch.target != PAD_ID
        for _ in range(80):
            logits = model.logits(model(batch.source, batch.previous))
            loss = torch.nn.functional.cross_entropy(logits[real], batch.target[real])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        assert loss < 0.1
        model = model.eval().requires_grad_(False)
        return Checkpoint(model=model, tokenizer=tokenizer, record={})

    return learn
