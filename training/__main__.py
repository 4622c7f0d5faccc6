"""The command line of the recipe."""

import argparse
import os
from pathlib import Path

import torch

from alignoscope.data.corpus import read_corpus
from alignoscope.records.variant import CELLS
from alignoscope.training.parallel import leave_team
from alignoscope.training.recipe import TrainingConfig, start_run, train


def main() -> None:
    """Parse the options, train, and say where the checkpoint is."""
    parser = argparse.ArgumentParser(
        prog="python -m training",
        description="Train one variant on a parallel corpus. Run the same command again to go on "
        "with a run that was cut off.",
    )
    defaults = TrainingConfig()
    add = parser.add_argument
    add("--variant", required=True, help="such as bahdanau-additive, luong-general, fixed-context")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--corpus", type=Path, help=".tsv, .tsv.gz or the manythings.org .zip")
    source.add_argument(
        "--task", choices=("dates", "reverse"), help="a made-up task with exact gold links"
    )
    add("--pair", help="the folder's name under --out (eng-fra, or the task's name)")
    add("--reverse", action="store_true", help="translate from the second column to the first")
    add("--out", type=Path, default=Path("checkpoints"), help="where checkpoints go (%(default)s)")
    add("--runs", type=Path, default=Path("runs"), help="where runs keep their state (%(default)s)")
    add("--epochs", type=float, default=defaults.epochs, help="(%(default)s)")
    add("--batch-tokens", type=int, default=defaults.batch_tokens, help="(%(default)s)")
    add("--learning-rate", type=float, default=defaults.learning_rate, help="(%(default)s)")
    add("--beta2", type=float, default=defaults.beta2, help="of Adam (%(default)s)")
    add("--seed", type=int, default=defaults.seed, help="(%(default)s)")
    add("--cell", choices=CELLS, default="gru", help="(%(default)s)")
    add("--hidden-size", type=int, default=256, help="(%(default)s)")
    add("--embedding-size", type=int, default=256, help="(%(default)s)")
    add("--vocab-size", type=int, default=8000, help="pieces of the tokenizer (%(default)s)")
    add("--layers", type=int, default=1, help="RNN layers (%(default)s)")
    add("--one-way", action="store_true", help="an encoder that reads in one direction only")
    add("--window", type=int, default=3, help="D of local attention (%(default)s)")
    add("--dropout", type=float, default=0.1, help="(%(default)s)")
    add("--device", choices=("cpu", "cuda"), help="(cuda if there is one)")
    add("--threads", type=int, default=0, help="CPU threads (torch's choice)")
    args = parser.parse_args()
    if args.threads > 0:
        torch.set_num_threads(args.threads)
    try:
        config = TrainingConfig(
            epochs=args.epochs,
            batch_tokens=args.batch_tokens,
            learning_rate=args.learning_rate,
            beta2=args.beta2,
            seed=args.seed,
        )
        shape = {
            "vocab_size": args.vocab_size,
            "cell": args.cell,
            "hidden_size": args.hidden_size,
            "embedding_size": args.embedding_size,
            "attention_size": args.hidden_size,
            "layers": args.layers,
            "bidirectional": not args.one_way,
            "window": args.window,
            "dropout": args.dropout,
        }
        if args.task:
            from alignoscope.data.synthetic import task_corpus  # only the tasks need babel

            corpus = task_corpus(args.task)
        else:
            corpus = read_corpus(args.corpus, reverse=args.reverse)
        run = start_run(
            corpus,
            args.pair or args.task or "eng-fra",
            config,
            variant=args.variant,
            shape=shape,
            out=args.out,
            runs=args.runs,
            device=pick_device(args.device),
        )
        best = train(run)
    except ValueError as error:
        parser.exit(2, f"{error}\n")
    finally:
        leave_team()
    print(f"The best checkpoint is {best}.")


def pick_device(name: str | None) -> str:
    """Return the device to train on; under torchrun every process gets a GPU of its own."""
    name = name or ("cuda" if torch.cuda.is_available() else "cpu")
    return f"cuda:{os.environ.get('LOCAL_RANK', '0')}" if name == "cuda" else name


if __name__ == "__main__":
    main()
