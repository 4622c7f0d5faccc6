#!/bin/sh
# eflomal 2.0.0: a sentence of 1,024 tokens or more gets an empty line, without a word.
#
# It is left out in both directions; no error is raised, and nothing is said even with
# quiet=False. A line of 1,023 tokens is aligned. (pip needs a C compiler.)
#
#> 1,023 tokens: some links
#> 1,024 tokens: no links
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sed -n 's/^#> //p' "$0" > "$folder/expected"
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check eflomal==2.0.0
cd "$folder"
venv/bin/python - > seen <<'END'
import eflomal

for count in (1023, 1024):
    long = " ".join(["a", "b", "c", "d"] * 256).split()[:count]
    source = ["a b", "c d", " ".join(long)]
    target = ["A B", "C D", " ".join(long).upper()]
    aligner = eflomal.Aligner(rel_iterations=0.02)
    aligner.align(source, target, links_filename_fwd="forward", links_filename_rev="reverse")
    lines = [open(name).read().split("\n")[2] for name in ("forward", "reverse")]
    print(f"{count:,} tokens:", "some links" if all(lines) else "no links" * (not any(lines)))
END
cat seen
diff expected seen
