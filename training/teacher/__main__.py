"""Translations of a teacher for training other models: `python -m training.teacher --help`.

Sequence-level knowledge distillation  (Kim and Rush 2016, section 3.2): a teacher's translations
are more regular than people's, and any text of the source language can be translated. Here the
teacher is an ensemble of one or more models, and its pairs are added to those of the corpus.
"""

import argparse
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from tqdm import tqdm

from alignoscope.data.corpus import Corpus, corpus_lines, normalise, read_corpus, read_pairs
from alignoscope.data.split import fold, split_pairs
from alignoscope.data.survey import says_swapped
from alignoscope.data.tokenizer import END_ID
from alignoscope.decoding.best import joint_translations
from alignoscope.models.checkpoint import Checkpoint, load_checkpoint
from alignoscope.records.limits import MAX_WIDTH
from alignoscope.records.whole_file import check_writable, told_in_a_line, write_whole
from alignoscope.training.hardware import half_precision, pick_device, use_threads

BATCH = 128
LEAST = 2  # A token and the end mark.
LONGEST = 60  # The default: of longer sources a teacher is less sure than people.


def main(words: Sequence[str] | None = None, prog: str = "python -m training.teacher") -> None:
    """Parse the options, translate, and print the path and number of the pairs.

    Raises:
        ValueError: if an option does not fit, the file is there, or no source is short enough.
    """
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Translate the sources of a corpus' training part, and those of other corpora "
        "that are in none of its parts, with several models as one. The file is for `train "
        "--taught`. Run the same command again to go on where it was cut off.",
    )
    add = parser.add_argument
    add("checkpoints", nargs="+", type=Path, help=".safetensors files of one tokenizer")
    add(
        "--corpus",
        type=Path,
        action="append",
        required=True,
        help="which the models were trained on; of two files both",
    )
    add("--more", type=Path, nargs="+", default=[], help="corpora whose sources are read alone")
    add("--texts", type=Path, nargs="+", default=[], help="texts, one sentence a line")
    add("--held", type=Path, nargs="+", default=[], help="corpora whose sources are left out")
    add("--reverse", action="store_true", help="translate from the second column to the first")
    add("--out", type=Path, required=True, metavar="FILE.tsv", help="where the pairs go")
    add("--beam", type=int, default=3, choices=range(1, MAX_WIDTH + 1), help="(%(default)s)")
    add(
        "--longest",
        type=int,
        default=LONGEST,
        help="the most tokens of a source, with its end mark; longer ones are left out "
        "(%(default)s)",
    )
    add("--device", choices=("cpu", "cuda"), help="(cuda if there is one)")
    add("--threads", type=int, default=0, help="CPU threads (torch's choice)")
    args = parser.parse_args(words)
    with told_in_a_line(parser):
        use_threads(args.threads)
        if args.longest < LEAST:
            raise ValueError(f"--longest is {args.longest}: expected {LEAST} or more.")
        if args.out.exists():
            raise ValueError(f"{args.out}: the file is there. Delete it to make it again.")
        device = pick_device(args.device)
        teachers = [load_checkpoint(path) for path in args.checkpoints]
        joint_translations(teachers, [], args.beam)  # Refuses different tokenizers before any work.
        check_writable(args.out)
        for teacher in teachers:
            teacher.model.to(device)
        partial = _partial(args.out, args.checkpoints, args.beam)
        pair = teachers[0].record.pair or ""
        corpus = read_corpus(args.corpus, reverse=args.reverse, pair=pair)
        if odd := says_swapped(corpus.pairs, pair, "--reverse turns them.", corpus.languages):
            raise ValueError(odd)
        more, held = (
            [
                one.source
                for path in paths
                for one in read_pairs(path, reverse=args.reverse, pair=pair)
            ]
            for paths in (args.more, args.held)
        )
        lines = chain.from_iterable(map(corpus_lines, args.texts))
        found = pick_sources(corpus, chain(more, map(normalise, lines)), held)
        sources = pick_short(teachers[0], found, args.longest)
        if not sources:
            raise ValueError(
                f"None of the {len(found):,} sources has at most {args.longest} tokens, so no "
                "file is written."
            )
        count = teach(teachers, sources, args.out, partial, args.beam)
    print(f"{args.out}: {count:,} pairs.")


def pick_sources(corpus: Corpus, more: Iterable[str], held: Iterable[str] = ()) -> list[str]:
    """Return the distinct sources of the training part, and the new ones of `more` sentences.

    A further sentence that is in any part of the corpus or among the `held` ones, ignoring case and
    punctuation, is left out, so that nothing from dev or test is used.
    """
    taken = {fold(source) for source in chain((pair.source for pair in corpus.pairs), held, [""])}
    found = dict.fromkeys(pair.source for pair in split_pairs(corpus.pairs).train)
    for source in more:
        if fold(source) not in taken:
            taken.add(fold(source))
            found[source] = None
    return list(found)


def pick_short(teacher: Checkpoint, sources: Sequence[str], longest: int) -> list[str]:
    """Return the sources of at most `longest` tokens, with the end mark."""
    ids = teacher.tokenizer.ids(sources)
    return [source for source, row in zip(sources, ids, strict=True) if len(row) <= longest]


def _partial(path: Path, checkpoints: Sequence[Path], width: int) -> Path:
    """Return the path of the unfinished file, whose name identifies the teachers and the beam."""
    contents = [checkpoint.read_bytes() for checkpoint in checkpoints]
    teacher = hashlib.sha256(b"".join([*contents, str(width).encode()])).hexdigest()
    return path.with_name(f"{path.name}.by-{teacher[:8]}.partial")


def teach(
    teachers: Sequence[Checkpoint], sources: Sequence[str], path: Path, partial: Path, width: int
) -> int:
    """Write one pair per source whose translation ends, and return the number of pairs.

    Args:
        teachers: the models of the ensemble.
        sources: the sentences to translate.
        path: the finished file.
        partial: the file of pairs until all are written; a second call adds the missing ones.
        width: the width of the beam.
    """
    written = partial.read_text("utf-8") if partial.exists() else ""
    lines = written.splitlines(keepends=True)
    lines = lines[: len(lines) - (not written.endswith("\n"))]  # The last line may be incomplete.
    wanted = set(sources)  # The file may be of a command that left out other sources.
    lines = [line for line in lines if line.partition("\t")[0] in wanted]
    partial.write_text("".join(lines), "utf-8")
    done = {line.partition("\t")[0] for line in lines}
    with partial.open("a", encoding="utf-8") as file:
        for batch in _batches(teachers[0], [source for source in sources if source not in done]):
            with half_precision(teachers[0].model.bias.device.type):
                found = joint_translations(teachers, batch, width)
            pairs = zip(batch, found, strict=True)
            texts = [(source, one.text * (one.ids[-1] == END_ID)) for source, one in pairs]
            new = [f"{source}\t{text}\n" for source, text in texts]
            file.write("".join(new))
            file.flush()
            lines += new
    kept = [line for line in lines if not line.endswith("\t\n")]
    write_whole(path, "".join(kept).encode())
    partial.unlink()
    return len(kept)


def _batches(teacher: Checkpoint, sources: Sequence[str]) -> Iterator[list[str]]:
    """Yield batches of sources of similar length, short ones first."""
    sizes = dict(zip(sources, map(len, teacher.tokenizer.ids(sources)), strict=True))
    order = sorted(sources, key=sizes.__getitem__)
    starts = range(0, len(order), BATCH)
    for start in tqdm(starts, unit="batch"):
        yield order[start : start + BATCH]


if __name__ == "__main__":
    main()
