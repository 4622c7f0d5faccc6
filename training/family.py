"""Train a family of variants, several at a time: `python -m training.family --help`.

Each run is one process with the recipe's command line, so that interrupted runs resume when the
family is started again.
"""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from alignoscope.records.catalogue.tasks import MADE_UP
from alignoscope.records.variant import GRU, GUIDED, SIZE, named_model
from alignoscope.training.output import checkpoint_name

FAMILIES = {
    "eng-fra": (
        *(f"luong-{score}" for score in ("dot", "scaled-dot", "general", "concat")),
        *(f"luong-{score}" for score in ("location", "local-m", "local-p", "general-feed")),
        *(f"bahdanau-{score}" for score in ("additive", "dot", "general", "location-sensitive")),
        "bahdanau-coverage",
        "bahdanau-additive-guided",
        "luong-scaled-dot-entmax15",
        "luong-scaled-dot-sparsemax",
        "tacotron-additive",
        "nematus-additive",
        "fixed-context",
    ),
    "fra-eng": ("bahdanau-additive", "luong-scaled-dot", "nematus-additive"),
    "eng-spa": ("bahdanau-additive", "luong-general", "luong-scaled-dot"),
    "dates": (
        *("bahdanau-additive", "luong-dot", "luong-general", "luong-location"),
        *("luong-general-monotonic", "transformer", "transformer-no-positions"),
    ),
    "hindi-phrases": ("bahdanau-additive", "luong-dot", "luong-general", "luong-scaled-dot"),
    "reverse": (
        *("bahdanau-additive", "luong-dot", "luong-general", "luong-location"),
        *("luong-dot-lstm", "luong-dot-rnn", "luong-general-monotonic"),
        *("transformer", "transformer-no-positions"),
    ),
}
TASKS = {
    task: ["--task", task, "--embedding-size", "64", "--hidden-size", "128", "--epochs", "10"]
    for task in MADE_UP
}
# An earlier recipe, not tuned for long sentences: dates and reversed letters are short.
_EARLIER = [
    *("--optimizer", "adam", "--learning-rate", "1e-3", "--warmup-steps", "1000"),
    *("--batch-tokens", "400", "--max-len", "60"),
    *("--joined-share", "0", "--average", "0", "--score-penalty", "0"),
]
TASKS |= {task: TASKS[task] + _EARLIER for task in ("dates", "reverse")}
# Luong et al. 2015 have D = 10 (section 3.2). With D = 3, which suits short sentences, p[t] ran to
# the last word in the first updates, where the sigmoid's slope is 0, and stayed there.
OPTIONS = {"luong-local-p": ["--window", "10"]}
# The Transformers of synthetic tasks are small; their vectors are as large as their embeddings.
_SMALL = ["--embedding-size", "128", "--feed-forward", "256", "--layers", "2", "--heads", "4"]
OPTIONS |= dict.fromkeys(("transformer", "transformer-no-positions"), _SMALL)

INTERRUPTED = 130  # The exit code that shells use: 128 plus the number of SIGINT.


def main() -> None:
    """Parse the options and run the family; exit with 1 if a run failed."""
    args = parse(sys.argv[1:])
    commands = [command(args, model, seed) for seed in args.seeds for model in args.models]
    try:
        with ThreadPoolExecutor(args.jobs) as pool:
            codes = list(pool.map(lambda words: subprocess.run(words).returncode, commands))
    except KeyboardInterrupt:
        # The running processes got the signal too; waiting runs are not started.
        print("Stopped. The same command goes on with what is not finished.", file=sys.stderr)
        sys.exit(INTERRUPTED)
    for words, code in zip(commands, codes, strict=True):
        if code:
            print(f"Failed with {code}: {' '.join(words[1:])}", file=sys.stderr)
    sys.exit(any(codes))


def parse(words: Sequence[str]) -> argparse.Namespace:
    """Return the options; `options` holds those after `--`, which are passed to every run."""
    parser = argparse.ArgumentParser(
        prog="python -m training.family",
        description="Train every model of a family with every seed. The checkpoints of the first "
        "seed go to --out, those of the others to RUNS/seedN, for the spread. Options after -- are "
        "handed to every run.",
    )
    add = parser.add_argument
    add("family", choices=FAMILIES)
    add(
        "--corpus",
        type=Path,
        action="append",
        help="of all but the toy tasks; of two files both",
    )
    add("--models", nargs="+", metavar="MODEL", help="only these of the family")
    add("--guide", type=Path, metavar="FILE", help="links for guided models; without, none is")
    add(
        "--from",
        type=Path,
        metavar="FOLDER",
        dest="earlier",
        help="each goes on from its own there",
    )
    add("--seeds", type=int, nargs="+", default=[0], help="(0)")
    add("--jobs", type=int, default=1, help="runs at a time (%(default)s)")
    add("--out", type=Path, default=Path("checkpoints"), help="(%(default)s)")
    add("--runs", type=Path, default=Path("runs"), help="(%(default)s)")
    end = words.index("--") if "--" in words else len(words)
    args = parser.parse_args(words[:end])
    if args.family not in TASKS and args.corpus is None:
        parser.error(f"--corpus is needed for {args.family}.")
    family = FAMILIES[args.family]
    if unknown := [model for model in args.models or () if model not in family]:
        parser.error(f"{args.family} has no {', '.join(unknown)}: it has {', '.join(family)}.")
    wanted = [model for model in family if model in (args.models or family)]
    args.models = [model for model in wanted if args.guide or not model.endswith(GUIDED)]
    if left_out := set(wanted) - set(args.models):
        print(f"Without --guide {', '.join(left_out)} is left out.", file=sys.stderr)
    args.options = list(words[end + 1 :])
    return args


def command(args: argparse.Namespace, model: str, seed: int) -> list[str]:
    """Return the command that trains one model of the family with one seed.

    Checkpoints of the first seed go to `args.out`, those of the others to a folder per seed.
    """
    variant, guided, cell, size = named_model(model)
    out = args.out if seed == args.seeds[0] else args.runs / f"seed{seed}"
    words = [sys.executable, "-m", "alignoscope.training"]
    words += ["--variant", variant, "--pair", args.family]
    words += ["--seed", str(seed), "--out", str(out), "--runs", str(args.runs), "--unmeasured"]
    words += ["--cell", cell] * (cell != GRU)
    wide = ["--hidden-size", str(size), "--embedding-size", str(size)]
    words += wide * (size > SIZE)
    words += TASKS.get(args.family) or ["--corpus", *map(str, args.corpus)]
    words += OPTIONS.get(variant, [])
    if args.earlier:
        words += ["--from", str(args.earlier / checkpoint_name(named_model(model), seed))]
    words += ["--guide", str(args.guide), "--guide-weight", "0.5"] * guided
    return words + ["--reverse"] * (args.family == "fra-eng") + args.options


if __name__ == "__main__":
    main()
