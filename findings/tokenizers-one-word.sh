#!/bin/sh
# tokenizers 0.22.1: a tokenizer that marks words with "▁" says that a whole sentence is one word.
#
# `word_ids` is what attention over pieces is usually merged to words by. It counts the parts that
# the pre-tokenizer made. With Metaspace(split=False) that is one part, though each piece shows
# where a word starts; a piece may then even hold the start of the next word.
#
#> split=True  ▁the ▁red ▁car ▁is ▁new
#>             0 1 2 3 4
#> split=False ▁the ▁red ▁car ▁is ▁new
#>             0 0 0 0 0
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sed -n 's/^#> //p' "$0" > "$folder/expected"
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check tokenizers==0.22.1
cd "$folder"
venv/bin/python - > seen <<'END'
from tokenizers import Tokenizer, models, pre_tokenizers

WORDS = ["▁the", "▁red", "▁car", "▁is", "▁new"]
for split in (True, False):
    pieces = models.Unigram([("<unk>", 0.0), *((word, -1.0) for word in WORDS)], unk_id=0)
    tokenizer = Tokenizer(pieces)
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(split=split)
    found = tokenizer.encode("the red car is new")
    print(f"split={split}".ljust(11), *found.tokens)
    print(" " * 11, *found.word_ids)
END
cat seen
diff expected seen
