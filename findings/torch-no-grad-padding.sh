#!/bin/sh
# torch 2.13.0: no_grad() changes what an encoder in eval mode gives, and weights over it.
#
# Without gradients, nn.TransformerEncoder takes a fast path that leaves exact zeros at padding.
# With gradients, it gives states there as everywhere. Those of words are the same. If attention
# over the states is not told of the padding, its weights differ between the two, on words as well.
#
#> with gradients    0.24 0.45 0.18 0.13
#> without gradients 0.20 0.37 0.21 0.21
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sed -n 's/^#> //p' "$0" > "$folder/expected"
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check torch==2.13.0 numpy==2.4.6
cd "$folder"
venv/bin/python - > seen <<'END'
import warnings

import torch
from torch import nn

warnings.simplefilter("ignore")  # nested tensors are said to be a prototype
torch.manual_seed(0)
encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), 1).eval()
attention = nn.MultiheadAttention(8, 1, batch_first=True).eval()
source, query = torch.randn(2, 4, 8), torch.randn(2, 1, 8)
padding = torch.tensor([[False] * 4, [False, False, True, True]])
for name, gradients in (("with gradients", True), ("without gradients", False)):
    with torch.set_grad_enabled(gradients):
        states = encoder(source, src_key_padding_mask=padding)
    assert states[1, 2:].any() == gradients
    _, weights = attention(query, states, states)
    print(name.ljust(17), *(f"{weight:.2f}" for weight in weights[1, 0].tolist()))
END
cat seen
diff expected seen
