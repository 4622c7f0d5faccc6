"""Scores that read source positions, or the weights of earlier steps."""

from torch import Tensor, nn

from alignoscope.models.scores.additive import AdditiveOfPast


class Location(nn.Module):
    """A score of the query only, with one row of parameters per source position.

    e_j = (W q)_j = q . W_j  (Luong et al. 2015, section 3.1, equation 8, "location"). W has
    `POSITIONS` rows, which is the maximum number of source tokens, including the end mark.
    """

    POSITIONS = 101

    def __init__(self, query_size: int, key_size: int, attention_size: int) -> None:
        super().__init__()
        self.position = nn.Linear(query_size, self.POSITIONS, bias=False)

    def project(self, keys: Tensor) -> Tensor:
        """Return the keys unchanged [batch, src_len, key_size]; only their number matters.

        Raises:
            ValueError: if there are more keys than positions.
        """
        if keys.shape[1] > self.POSITIONS:
            raise ValueError(
                f"The location score can only handle {self.POSITIONS} tokens (with the end "
                f"mark), and this sentence has {keys.shape[1]}. Shorten the sentence, or "
                "choose another model."
            )
        return keys

    def forward(self, query: Tensor, keys: Tensor, past: Tensor | None = None) -> Tensor:
        """Score queries [batch, n, query_size] against positions [batch, src_len, key_size]."""
        return self.position(query)[:, :, : keys.shape[1]]


class LocationSensitive(AdditiveOfPast):
    """Content and location: the additive score with features of the weights of earlier steps.

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
    """The additive score with coverage: the sum of each source token's weights so far.

    e_j = v . tanh(W q + U k_j + V C_j + b), C = past  (Tu et al. 2016, section 3, with a bias
    that the paper leaves out). Of the paper's two kinds of coverage it is the linguistic one
    without a fertility: the plain sum of the weights, the column sum of the attention map.
    """

    def __init__(self, query_size: int, key_size: int, attention_size: int) -> None:
        super().__init__(query_size, key_size, attention_size)
        self.coverage = nn.Linear(1, attention_size, bias=False)

    def read(self, past: Tensor) -> Tensor:
        """Return V C: [batch, src_len, attention_size]."""
        return self.coverage(past.unsqueeze(-1))
