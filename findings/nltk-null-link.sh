#!/bin/sh
# nltk 3.9.4: an alignment that its own IBM model found cannot be written as text.
#
# A word that the model aligns with no word (NULL) gets the pair (position, None). str() of an
# alignment writes the links as "0-0 1-1", and fails on None.
#
#> [(0, None), (1, 0), (2, 1)]
#> TypeError
#> 0-0 1-1
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sed -n 's/^#> //p' "$0" > "$folder/expected"
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check nltk==3.9.4
cd "$folder"
venv/bin/python - > seen <<'END'
from nltk.translate import AlignedSent, IBMModel1

PAIRS = [
    *(("das Haus", "the house"), ("das Buch", "the book"), ("ein Buch", "a book")),
    *(("ja das Haus", "the house"), ("ja ein Buch", "a book"), ("ja das Buch", "the book")),
    ("ja", "yes"),
]
texts = [AlignedSent(one.split(), other.split()) for one, other in PAIRS]
IBMModel1(texts, 10)
found = texts[3].alignment
print(sorted(found, key=lambda pair: pair[0]))
try:
    print(found)
except TypeError as error:
    print(type(error).__name__)
print(texts[0].alignment)
END
cat seen
diff expected seen
