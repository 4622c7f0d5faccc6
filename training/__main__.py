"""The command line of training."""

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import fields
from itertools import chain
from pathlib import Path

from alignoscope.data.corpus import Corpus, corpus_of, corpus_rows, turned_pair
from alignoscope.data.languages import other_languages
from alignoscope.data.parallel_files import FORMS
from alignoscope.data.survey import Survey, survey
from alignoscope.data.tasks.making import task_corpus
from alignoscope.models.folder import CHECKPOINTS, results_folder
from alignoscope.records.catalogue.tasks import MADE_UP
from alignoscope.records.variant import CELLS, ModelConfig, is_transformer
from alignoscope.records.whole_file import check_writable
from alignoscope.training.config import (
    OPTIMIZERS,
    VOCABULARY,
    TrainingConfig,
    epochs_for,
    vocabulary_for,
)
from alignoscope.training.hardware import pick_device, use_threads
from alignoscope.training.known import add_known
from alignoscope.training.measuring import measure, measure_command
from alignoscope.training.mix import read_also, read_dev_also
from alignoscope.training.output import check_pair, pair_of_corpus
from alignoscope.training.parallel import leave_team
from alignoscope.training.recipe import train
from alignoscope.training.run import Run, RunOptions, start_run
from alignoscope.training.run_summary import told
from alignoscope.training.training_data import FurtherData

TRANSFORMER_LAYERS = 3
INTERRUPTED = 130  # The exit code that shells use: 128 plus the number of SIGINT.
GO_ON = "The same command goes on from the last evaluation."
_SHARES = {
    "joined_share": "of examples, joined from several",
    "piece_dropout": "of merges that are left out",
    "average": "decay of the weights' moving average",
    "score_penalty": "weight of the mean squared score",
    "guide_weight": "of the guide's loss, such as 0.5",
}


def main(words: Sequence[str] | None = None, prog: str = "python -m training") -> None:
    """Parse the options, train, print the checkpoint's path, and measure the checkpoint.

    `prog` is the name of the command in its help.
    """
    args = build_parser(prog).parse_args(words)
    begun = False
    try:
        use_threads(args.threads)
        run, found = start(args)
        check_writable(run.state_path)
        check_writable(run.out_path)
        begun = True
        for line in told(run, found):
            say(line)
        say(f"The best checkpoint goes to {run.out_path}.")
        done = run.progress.step == run.total
        best = train(run)
        say(f"The best checkpoint is {best}.")
        if best == run.out_path and not args.task and run.team.rank == 0:
            also = (pair for one in run.material.also for pair in one.corpus.pairs)
            add_known(chain(run.material.pairs, also), best.parent)
        if best == run.out_path and not (done or args.unmeasured) and run.team.rank == 0:
            shown = args.out.resolve() == CHECKPOINTS.resolve()
            say(f"Measuring it on dev and test.{' The app has it already.' * shown}")
            words = measure_command(best, corpus=args.corpus, reverse=args.reverse)
            say(measure(words, "The page “Models” has its row." if shown else unseen(best)))
    except ValueError as error:
        say(str(error), code=2)
    except OSError as error:
        about = f"{error.filename}: " if error.filename else ""
        say(f"{about}{error.strerror or error}.{f' {GO_ON}' * begun}", code=1)
    except KeyboardInterrupt:
        say(f"Stopped. {GO_ON}", code=INTERRUPTED)
    finally:
        leave_team()


def unseen(best: Path) -> str:
    """Return a line that says where the report of an unshown model is, and how to show it."""
    pair = best.absolute().parent
    return (
        f"The report is in {results_folder(pair)}. The app reads the models of {CHECKPOINTS}: give "
        f"that folder with --out, or start the app with ALIGNOSCOPE_CHECKPOINTS={pair.parent}."
    )


def build_parser(prog: str) -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Train one variant on a parallel corpus. Run the same command again to go on "
        "with a run that was cut off.",
    )
    defaults = TrainingConfig()
    add = parser.add_argument
    add("--variant", required=True, help="such as bahdanau-additive, luong-general, transformer")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--corpus", type=Path, nargs="+", metavar="FILE", help=FORMS)
    source.add_argument("--task", choices=[*MADE_UP], help="synthetic sentences with exact links")
    add("--pair", help="the folder's name under --out (as the corpus file's name tells, or --task)")
    add("--reverse", action="store_true", help="translate from the second column to the first")
    add("--out", type=Path, default=Path("checkpoints"), help="where checkpoints go (%(default)s)")
    add("--runs", type=Path, default=Path("runs"), help="where runs keep their state (%(default)s)")
    add("--unmeasured", action="store_true", help="do not measure it in the end")
    add("--replace", action="store_true", help="take the place of whatever checkpoint is there")
    add("--epochs", type=float, help=f"({defaults.epochs}; of a small corpus more)")
    add("--batch-tokens", type=int, default=defaults.batch_tokens, help="(%(default)s)")
    add("--learning-rate", type=float, default=defaults.learning_rate, help="(%(default)s)")
    add("--beta2", type=float, default=defaults.beta2, help="of Adam (%(default)s)")
    add("--optimizer", choices=OPTIMIZERS, default=defaults.optimizer, help="(%(default)s)")
    add("--muon-rate", type=float, default=defaults.muon_rate, help="of Muon (%(default)s)")
    add("--warmup-steps", type=int, default=defaults.warmup_steps, help="(%(default)s)")
    add("--seed", type=int, default=0, help="in the file's name unless it is 0 (%(default)s)")
    add("--device", choices=("cpu", "cuda"), help="(cuda if there is one)")
    add("--threads", type=int, default=0, help="CPU threads (torch's choice)")
    add_examples(parser)
    add_shape(parser)
    return parser


def add_examples(parser: argparse.ArgumentParser) -> None:
    """Add the options of the training data and of the loss."""
    defaults = TrainingConfig()
    add = parser.add_argument_group("what is learnt").add_argument
    add("--max-len", type=int, default=defaults.max_len, help="longest side (%(default)s pieces)")
    add("--taught", type=Path, metavar="FILE", help="a teacher's pairs, see training.teacher")
    add(
        "--also",
        action="append",
        default=[],
        metavar="FILE:SHARE[:UNTIL]",
        help="another corpus that gives a share of the pairs, such as 0.2, until a point of the "
        "run, such as 0.9; may be given several times",
    )
    add(
        "--formal",
        action="append",
        default=[],
        metavar="FILE:SHARE[:UNTIL]",
        help="another corpus as for --also, of formal text: each of its sources gets the mark § "
        "before it, which asks the model for this register",
    )
    add(
        "--dev-also",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="another corpus whose loss is measured beside that of dev; may be given several times",
    )
    add(
        "--dev-mean",
        action="store_true",
        help="keep the weights with the lowest mean loss of dev and --dev-also (dev alone)",
    )
    add(
        "--from",
        type=Path,
        metavar="FILE",
        dest="earlier",
        help="a checkpoint of this model, to go on from its weights",
    )
    add(
        "--trunk",
        type=Path,
        metavar="FILE",
        help="a checkpoint of another variant, whose weights but those of its attention are taken",
    )
    add(
        "--fade",
        type=float,
        default=0.0,
        metavar="SHARE",
        help="of the updates, over which the trunk's scores fade away, such as 0.5 (%(default)s)",
    )
    add(
        "--keep-tokenizer",
        action="store_true",
        help="use the tokenizer of the checkpoint that --from or --trunk names",
    )
    add("--guide", type=Path, metavar="FILE", help="an aligner's links, see evaluation.aligner")
    for name, said in _SHARES.items():
        option, default = f"--{name.replace('_', '-')}", getattr(defaults, name)
        add(option, type=float, default=default, help=f"{said} (%(default)s)")


def add_shape(parser: argparse.ArgumentParser) -> None:
    """Add the options of the model's shape and dropout."""
    add = parser.add_argument_group("the model").add_argument
    add("--cell", choices=CELLS, default="gru", help="(%(default)s)")
    add("--hidden-size", type=int, default=256, help="(%(default)s)")
    add("--embedding-size", type=int, default=256, help="(%(default)s)")
    add(
        "--vocab-size", type=int, help=f"of the tokenizer ({VOCABULARY[1]}; of a small corpus less)"
    )
    add("--layers", type=int, help="of encoder and of decoder (1; of a Transformer 3)")
    add("--one-way", action="store_true", help="an encoder that reads in one direction only")
    add("--window", type=int, default=3, help="D of local attention (%(default)s)")
    add("--heads", type=int, default=4, help="of a Transformer (%(default)s)")
    add("--feed-forward", type=int, default=512, help="of a Transformer (%(default)s)")
    add("--dropout", type=float, default=0.1, help="(%(default)s)")
    add("--rnn-dropout", type=float, default=0.0, help="of the decoder's states (%(default)s)")


def start(args: argparse.Namespace) -> tuple[Run, Survey | None]:
    """Return the run that the options describe, and the survey of its corpus, if it has one.

    Raises:
        ValueError: as `start_run` does, or if the corpus or the device does not fit.
    """
    device = pick_device(args.device)
    asked = args.pair or ""
    asked = turned_pair(asked) if args.reverse else asked
    read = corpus_rows(args.corpus, asked) if args.corpus else None
    corpus = corpus_of(read, reverse=args.reverse) if read else None
    pair = find_pair(args, corpus and corpus.languages)
    # The pair of the run is that of the columns unless it is reversed.
    found = survey(read, turned_pair(pair) if args.reverse else pair) if read else None
    del read  # The rows need more memory than the pairs, and training does not read them.
    named = vars(args) | fitted(args, len(corpus.pairs) if corpus else None)
    config = TrainingConfig(
        **{f.name: named[f.name] for f in fields(TrainingConfig) if f.name in named}
    )
    shape = {f.name: named[f.name] for f in fields(ModelConfig) if f.name in named}
    shape |= {"attention_size": args.hidden_size, "bidirectional": not args.one_way}
    shape.pop("variant")
    if args.layers is None:
        shape["layers"] = TRANSFORMER_LAYERS if is_transformer(args.variant) else 1
    options = RunOptions(
        pair=pair,
        variant=args.variant,
        shape=shape,
        out=args.out,
        runs=args.runs,
        device=device,
        replace=args.replace,
        earlier=args.earlier,
        trunk=args.trunk,
        fade=args.fade,
        keep_tokenizer=args.keep_tokenizer,
        dev_mean=args.dev_mean,
        further=FurtherData(
            taught=args.taught,
            guide=args.guide,
            also=read_also(args.also, args.formal, reverse=args.reverse, pair=pair),
            dev_also=read_dev_also(args.dev_also, reverse=args.reverse, pair=pair),
        ),
    )
    return start_run(corpus or make_corpus(args.task), options, config), found


def fitted(args: argparse.Namespace, pairs: int | None) -> dict[str, float]:
    """Return the epochs and the vocabulary size: as given, or fitted to the number of `pairs`.

    For a toy task, where `pairs` is None, they are the defaults.
    """
    epochs, vocabulary = args.epochs, args.vocab_size
    if epochs is None:
        epochs = TrainingConfig.epochs if pairs is None else epochs_for(pairs)
    if vocabulary is None:
        vocabulary = VOCABULARY[1] if pairs is None else vocabulary_for(pairs)
    return {"epochs": epochs, "vocab_size": vocabulary}


def find_pair(args: argparse.Namespace, languages: tuple[str, str] | None) -> str:
    """Return the language pair: the option, the task, or the one in the corpus files or their name.

    `languages` are those of source and target that the corpus files name.

    Raises:
        ValueError: if none of them names it, or the option names others, or turns them round.
    """
    if args.task and args.reverse:
        raise ValueError("--reverse turns a corpus round: a synthetic task has one direction only.")
    if args.pair is not None:
        other = other_languages(languages, check_pair(args.pair))
        if languages and other == "turned":
            raise ValueError(
                f"--pair is {args.pair}, but the corpus is {'-'.join(languages)}: the sides are "
                "swapped. Give the files the other way round, or --reverse."
            )
        if languages and other:
            raise ValueError(
                f"--pair is {args.pair}, but the corpus names its languages: "
                f"{'-'.join(languages)}. Leave out --pair, or give the corpus of that pair."
            )
        return args.pair
    if languages:
        return "-".join(languages)
    return args.task or pair_of_corpus(args.corpus[0].name, reverse=args.reverse)


def make_corpus(task: str) -> Corpus:
    """Return the corpus of a toy task.

    Raises:
        ValueError: if the package that writes dates is not installed.
    """
    try:
        return task_corpus(task)
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        raise ValueError(
            f"The synthetic task {task} needs the package {package}: install it, or train on "
            "another task or a corpus."
        ) from error


def say(text: str, code: int | None = None) -> None:
    """Print a line in the first process only; with a `code`, print to stderr and exit with it."""
    if os.environ.get("RANK", "0") == "0":
        print(text, file=sys.stdout if code is None else sys.stderr, flush=True)
    if code is not None:
        sys.exit(code)


if __name__ == "__main__":
    main()
