"""Attention classifiers: models that label words or a sentence, with no decoder state as query."""

import math
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor, nn

from alignoscope.data.labelled.record import Asks
from alignoscope.data.tokenizer import PAD_ID
from alignoscope.models.layers.attention import Attention, AttentionOutput, Memory, Past
from alignoscope.models.layers.encoder import Encoder
from alignoscope.records.variant import ModelConfig


@dataclass(frozen=True, kw_only=True)
class ClassifierConfig:
    """The shape of an attention classifier.

    `asks` names the query. Without `context` there is no RNN, and the values are word embeddings.
    """

    asks: Asks
    score: str
    labels: tuple[str, ...]
    vocab_size: int
    size: int = 64
    context: bool = True
    dropout: float = 0.1


class ClassifierOutput(NamedTuple):
    """The output of an attention classifier for its n queries."""

    logits: Tensor  # [batch, n, labels]
    queries: Tensor  # [batch, n, size]
    values: Tensor  # [batch, src_len, size]
    attention: AttentionOutput


class Classifier(nn.Module):
    """An encoder with attention whose context vector is classified.

    A tagger queries with the annotation of each word to be labelled: q_i = h_i,
    y_i = softmax(W c_i)  (Liu and Lane 2016, section 3.2, where the layer reads h_i beside c_i;
    here a label depends on the context only, and so on the weights). A sentence classifier
    queries with one parameter vector: q = u, y = softmax(W c)  (Yang et al. 2016, section 2.2,
    equations 5 to 7, with a score of the registry). That query is a parameter, but the weights are
    still computed for each sentence.

    Raises:
        ValueError: if there is no such score.
    """

    def __init__(self, config: ClassifierConfig) -> None:
        super().__init__()
        self.config = config
        shape = ModelConfig(
            variant=f"luong-{config.score}",
            vocab_size=config.vocab_size,
            dropout=config.dropout,
            embedding_size=config.size,
            hidden_size=config.size,
            attention_size=config.size,
        )
        self.embedding = nn.Embedding(config.vocab_size, config.size)
        nn.init.normal_(self.embedding.weight, std=config.size**-0.5)
        self.encoder = Encoder(shape) if config.context else None
        self.attention = Attention(config.score, shape)
        learnt = config.asks == "a learnt query"
        self.query = nn.Parameter(torch.randn(config.size)) if learnt else None
        self.output = nn.Linear(config.size, len(config.labels))
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, source: Tensor, asked: Tensor) -> ClassifierOutput:
        """Label source ids [batch, src_len] at the positions `asked` [batch, n].

        With a parameter as query there is one query per sentence, and `asked` is not used.
        """
        mask = source != PAD_ID
        values = self.dropout(self.embedding(source) * math.sqrt(self.config.size))
        last = values[:, -1]
        if self.encoder is not None:
            values, last = self.encoder(values, mask)
            values = self.dropout(values)
        memory = Memory(self.attention.project(values), values, mask, last)
        if self.query is None:
            places = asked.unsqueeze(-1).expand(-1, -1, values.shape[2])
            queries = values.gather(1, places)
        else:
            queries = self.query.expand(len(source), 1, -1)
        found = self.attention(queries, memory, Past(0, mask.float()))
        return ClassifierOutput(self.output(found.context), queries, values, found)
