#!/bin/sh
# datasets 5.2.0: a Translation feature turns the order of its languages, in memory and in files.
#
# Languages are sorted by their codes. Whoever takes the first field for the source, as the records
# were given and the feature was declared, has the pair the other way round. A dataset without the
# feature keeps the order.
#
#> declared               ['en', 'de']
#> with the feature       ['de', 'en']
#> its JSON lines         ['de', 'en']
#> without the feature    ['en', 'de']
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sed -n 's/^#> //p' "$0" > "$folder/expected"
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check datasets==5.2.0
cd "$folder"
HF_HOME=$folder venv/bin/python - > seen <<'END'
import io
import json

import datasets
from datasets import Dataset, Features, Translation

PAIR = {"en": "the red car", "de": "das rote Auto"}
feature = Translation(languages=["en", "de"])


def say(name, pair):
    print(name.ljust(22), list(pair))


say("declared", feature.languages)
with_feature = Dataset.from_list([{"translation": PAIR}], features=Features(translation=feature))
say("with the feature", with_feature[0]["translation"])
datasets.disable_progress_bars()
with_feature.to_json(lines := io.BytesIO())
say("its JSON lines", json.loads(lines.getvalue())["translation"])
say("without the feature", Dataset.from_list([{"translation": PAIR}])[0]["translation"])
END
cat seen
diff expected seen
