#!/bin/sh
# CTranslate2 4.8.5: in a batch under beam search, a shorter sentence has another's first row.
#
# It is the first row of the longest sentence, cut to the length, so it does not sum to 1. Alone, or
# with beam_size=1, the sentence gets its own. The model is one of random numbers.
#
#> beam_size=1, alone      0.39 0.35 0.25
#> beam_size=1, in a batch 0.39 0.35 0.25
#> beam_size=2, alone      0.39 0.35 0.25
#> beam_size=2, in a batch 0.07 0.40 0.02
#> the other sentence      0.07 0.40 0.02 0.35 0.15
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sed -n 's/^#> //p' "$0" > "$folder/expected"
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check ctranslate2==4.8.5 numpy==2.4.6
cd "$folder"
venv/bin/python - > seen <<'END'
import os

import ctranslate2
import numpy as np
from ctranslate2.specs import TransformerSpec

TOKENS = ["<unk>", "<s>", "</s>", "a", "b", "c", "d", "e"]
SIZE = 8
numbers = np.random.default_rng(1)


def normal(*shape):
    return (numbers.normal(size=shape) * 0.3).astype(np.float32)


def fill(linear, times=1):
    linear.weight, linear.bias = normal(times * SIZE, SIZE), np.zeros(times * SIZE, np.float32)


def fill_norm(norm):
    norm.gamma, norm.beta = np.ones(SIZE, np.float32), np.zeros(SIZE, np.float32)


spec = TransformerSpec.from_config(num_layers=1, num_heads=2)
spec.encoder.embeddings[0].weight = normal(len(TOKENS), SIZE)
spec.decoder.embeddings.weight = normal(len(TOKENS), SIZE)
fill(spec.decoder.projection)
for side in (spec.encoder, spec.decoder):
    fill_norm(side.layer_norm)
    (layer,) = side.layer
    blocks = [(layer.self_attention, (3, 1))]
    blocks += [(layer.attention, (1, 2, 1))] if side is spec.decoder else []
    for attention, times in blocks:
        for linear, count in zip(attention.linear, times, strict=True):
            fill(linear, count)
        fill_norm(attention.layer_norm)
    fill(layer.ffn.linear_0)
    fill(layer.ffn.linear_1)
    fill_norm(layer.ffn.layer_norm)
spec.register_source_vocabulary(TOKENS)
spec.register_target_vocabulary(TOKENS)
spec.validate()
os.mkdir("model")
spec.save("model")

translator = ctranslate2.Translator("model")
long, short = ["a", "b", "c", "d", "</s>"], ["e", "a", "</s>"]


def say(name, result):
    print(name.ljust(23), *(f"{weight:.2f}" for weight in result.attention[0][0]))


for beam in (1, 2):
    for name, batch in (("alone", [short]), ("in a batch", [short, long])):
        found = translator.translate_batch(
            batch,
            beam_size=beam,
            return_attention=True,
            min_decoding_length=2,
            max_decoding_length=2,
        )
        say(f"beam_size={beam}, {name}", found[0])
say("the other sentence", found[1])
END
cat seen
diff expected seen
