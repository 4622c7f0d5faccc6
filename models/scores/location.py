"""Scores that read where: source positions, or the weights of the steps before."""

from torch import Tensor, nn

from alignoscope.models.scores.additive import AdditiveOfPast


class Location(nn.Module):
    """The query alone, through one learned row for each source position.

    e_j = (W q)_j = q . W_j  (Luong et al. 2015, section 3.1, equation 8, "location"). W has
    `POSITIONS` rows, so that the source can have at most so many tokens, the end mark among them.
    """

    POSITIONS = 101

    def __init__(self, query_size: int, key_size: int, attention_size: int) -> None:
        super().__init__()
        self.position = nn.Linear(query_size, self.POSITIONS, bias=False)

    def project(self, keys: Tensor) -> Tensor:
        """Return the keys as they are; only their number matters: [batch, src_len, key_size].

        Raises:
            ValueError: if there are more keys than positions.
        """
        if keys.shape[1] > self.POSITIONS:
            raise ValueError(
                f"The source has {keys.shape[1]} tokens with the end mark, but the location score "
                f"learnt one row of weights for each of {self.POSITIONS} positions and has none "
                "for the others. Shorten the source, or use a score that reads the keys, such as "
                "'general'."
            )
        return keys

    def forward(self, query: Tensor, keys: Tensor, past: Tensor | None = None) -> Tensor:
        """Score queries [batch, n, query_size] against positions [batch, src_len, key_size]."""
        return self.position(query)[:, :, : keys.shape[1]]


class LocationSensitive(AdditiveOfPast):
    """Content and location: the additive score with features of where the weight has been.

    e_j = v . tanh(W q + V k_j + U f_j + b), f = F * past  (Chorowski et al. 2015, section 2.2,
    where the convolution reads the weights of the step before; over the sum of all steps before as
    in Shen et al. 2018, section 2.2). F has `FILTERS` filters of `WIDTH`.
    """

    FILTERS, WIDTH = 10, 11

    def __init__(self, query_size: int, key_size: int, attention_size: int) -> None:
        super().__init__(query_size, key_size, attention_size)
        self.filters = nn.Conv1d(1, self.FILTERS, self.WIDTH, padding="same", bias=False)
        self.location = nn.Linear(self.FILTERS, attention_size, bias=False)

    def read(self, past: Tensor) -> Tensor:
        """Return U f: [batch, src_len, attention_size]."""
        return self.location(self.filters(past.unsqueeze(1)).transpose(1, 2))


class Coverage(AdditiveOfPast):
    """The additive score, which also reads how much weight each source token has had so far.

    e_j = v . tanh(W q + U k_j + V C_j + b), C = past  (Tu et al. 2016, section 3, with a bias
    that the paper leaves out). Of its coverages it is the linguistic one without a fertility: the
    plain sum of the weights, which people can add up in a map's column.
    """

    def __init__(self, query_size: int, key_size: int, attention_size: int) -> None:
        super().__init__(query_size, key_size, attention_size)
        self.coverage = nn.Linear(1, attention_size, bias=False)

    def read(self, past: Tensor) -> Tensor:
        """Return V C: [batch, src_len, attention_size]."""
        return self.coverage(past.unsqueeze(-1))
