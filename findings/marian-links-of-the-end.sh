#!/bin/sh
# pymarian 1.12.42: hard alignments link positions that no word of the line has.
#
# The last step, which writes the end mark, is linked as well. Positions count from 0, so a line of
# three words has a link to position 3, which readers of Pharaoh links have to leave out. The model
# is trained on three sentences, in seconds. (The package takes 1 GB.)
#
#> la voiture rouge: 3 words, the last link is of target position 3
#> une maison rouge: 3 words, the last link is of target position 3
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sed -n 's/^#> //p' "$0" > "$folder/expected"
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check pymarian==1.12.42
cd "$folder"
venv/bin/python - > seen <<'END'
from pathlib import Path

import pymarian

SOURCE = ["the red car", "the car", "a red house"]
TARGET = ["la voiture rouge", "la voiture", "une maison rouge"]
for name, lines in (("source", SOURCE), ("target", TARGET)):
    words = ["</s>", "<unk>", *dict.fromkeys(" ".join(lines).split())]
    Path(name).write_text("".join(line + "\n" for line in lines))
    Path(f"{name}.yml").write_text("".join(f"{word}: {i}\n" for i, word in enumerate(words)))
vocabs = ["source.yml", "target.yml"]
pymarian.Trainer(
    type="s2s",
    train_sets=["source", "target"],
    vocabs=vocabs,
    model="model.npz",
    **{"dim_emb": 16, "dim_rnn": 16, "mini_batch": 3, "after": "100u", "learn_rate": 0.02},
    **{"cpu_threads": 1, "workspace": 256, "seed": 1, "quiet": True},
).train()
translator = pymarian.Translator(
    models=["model.npz"], vocabs=vocabs, alignment="hard", beam_size=1, cpu_threads=1, quiet=True
)
for line in translator.translate([SOURCE[0], SOURCE[2]]):
    text, links = line.split(" ||| ")
    last = max(int(link.split("-")[1]) for link in links.split())
    print(f"{text}: {len(text.split())} words, the last link is of target position {last}")
END
cat seen
diff expected seen
