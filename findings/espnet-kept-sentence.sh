#!/bin/sh
# espnet 202511: attention answers a second sentence with the first one's weights and context.
#
# The modules in espnet.nets.pytorch_backend.rnn.attentions keep the encoder states of their first
# call for all steps of a sentence. Later calls do not look at the states that they are given, until
# someone calls reset(). Espnet's own decoders do, and whoever calls a module has to as well.
#
#> first sentence          0.13 0.02 0.24 0.51 0.10
#> second sentence         0.13 0.02 0.24 0.51 0.10
#> the same after reset()  0.14 0.09 0.61 0.13 0.04
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sed -n 's/^#> //p' "$0" > "$folder/expected"
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check torch==2.13.0 numpy==2.4.6
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps espnet==202511
cd "$folder"
venv/bin/python - > seen <<'END'
import torch
from espnet.nets.pytorch_backend.rnn.attentions import AttDot

torch.manual_seed(0)
attention = AttDot(eprojs=4, dunits=4, att_dim=4)
first, second, query = torch.randn(1, 5, 4), torch.randn(1, 5, 4), torch.randn(1, 4)


def say(name: str, states: torch.Tensor) -> None:
    _, weights = attention(states, torch.tensor([5]), query, None)
    print(name.ljust(23), *(f"{weight:.2f}" for weight in weights[0].tolist()))


say("first sentence", first)
say("second sentence", second)
attention.reset()
say("the same after reset()", second)
END
cat seen
diff expected seen
