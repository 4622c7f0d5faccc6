"""The measures by hand and on small models; the report, the table and the command line."""

import json
import math
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from conftest import SENTENCES

from alignoscope.analysis.links import AlignmentScore
from alignoscope.analysis.symmetrisation import SYMMETRISATIONS
from alignoscope.data.corpus import Pair
from alignoscope.data.gold import GoldPair
from alignoscope.data.tokenizer import split_words
from alignoscope.decoding.beam import beam_search
from alignoscope.decoding.loop import force
from alignoscope.evaluation.__main__ import main, write_command
from alignoscope.evaluation.alignment import attention_links, gold_error
from alignoscope.evaluation.choice import (
    GoldPart,
    Options,
    measure_alignment,
    pick_options,
    turn_pair,
)
from alignoscope.evaluation.forced import coverage_errors, measure_forced
from alignoscope.evaluation.lengths import Joined, join_pairs, measure_lengths, pairs_of_length
from alignoscope.evaluation.material import corpus_material, task_material
from alignoscope.evaluation.speed import measure_speed
from alignoscope.evaluation.table import csv_table, markdown_table
from alignoscope.evaluation.translation import (
    group_references,
    measure_quality,
    score_texts,
    translate_sources,
)
from alignoscope.interchange.pharaoh import to_pharaoh
from alignoscope.models.checkpoint import Checkpoint, save_checkpoint
from alignoscope.records.links import Links
from alignoscope.records.report import Forced, Quality, Report, read_report, write_report

PAIRS = [Pair(*sides) for sides in zip(SENTENCES[::2], SENTENCES[1::2], strict=True)]
TOO_LONG = Pair("the " * 101, "la")
PARTS_AND_SHIFTS = (("test", 0), ("dev", 1))  # of the gold's links
QUALITY = Quality(
    part="dev",
    decoding="greedy",
    references="one",
    sentences=7,
    skipped=0,
    bleu=31.0,
    chrf=53.0,
    exact=11.0,
    bleu_signature="nrefs:1",
    chrf_signature="nrefs:1",
)
REPORT = Report(
    checkpoint="eng-fra/luong-dot.safetensors",
    variant="luong-dot",
    pair="eng-fra",
    seed=0,
    corpus="toy.tsv",
    corpus_revision="abc",
    same_corpus=True,
    parameters=1009,
    training_seconds=61.0,
    best_dev_loss=1.5,
    config={"variant": "luong-dot"},
    record={"training": {"seed": 0, "epochs": 3}, "text": "été"},
    date="2020-01-01T00:00:00+00:00",
    command="python -m evaluation",
    hardware={"cores": 2},
    versions={"torch": "2"},
    quality=(QUALITY,),
)


def gold_pair(source: str, target: str, part: str = "dev", links: Links = frozenset()) -> GoldPair:
    words = tuple(split_words(source)), tuple(split_words(target))
    return GoldPair(
        name="1",
        part=part,
        group="",
        source=source,
        target=target,
        source_words=words[0],
        target_words=words[1],
        sure=links,
        possible=links,
    )


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    draw = random.Random(0)
    words = [[w for text in SENTENCES[side::2] for w in text.split()] for side in (0, 1)]
    lines = {"\t".join(" ".join(draw.choices(side, k=5)) for side in words) for _ in range(211)}
    path = tmp_path / "toy.tsv"
    path.write_text("\n".join(sorted(lines)), encoding="utf-8")
    return path


@pytest.fixture
def save(learned, tmp_path: Path) -> Callable[..., str]:
    """Return a function that saves a small model with a record, and returns its path."""

    def make(variant: str = "luong-general", seed: int | None = 0, **record) -> str:
        path = tmp_path / f"run{seed}" / "eng-fra" / f"{variant}.safetensors"
        record = {"training": {"seed": seed}, "corpus": {"name": "toy.tsv"}, **record}
        save_checkpoint(replace(learned(variant), record=record), path)
        return str(path)

    return make


def test_coverage_by_hand() -> None:
    weights = np.array([[0.5, 0.5, 0.0], [0.25, 0.75, 0.0]])
    np.testing.assert_allclose(coverage_errors(weights), [0.25, 0.25, 1.0])


@pytest.mark.parametrize("variant", ["luong-general", "fixed-context"])
def test_the_loss_is_that_of_forced_traces(tiny, variant: str) -> None:
    checkpoint = tiny(variant)
    score = measure_forced(checkpoint, [*PAIRS, TOO_LONG], "dev")
    traces = [force(checkpoint, [pair.source], [pair.target])[0] for pair in PAIRS]
    log_probs = [step.log_prob for trace in traces for step in trace.steps]
    assert (score.pairs, score.skipped, score.tokens) == (3, 1, len(log_probs))
    assert score.loss == pytest.approx(-np.mean(log_probs), abs=1e-4)
    if variant == "fixed-context":
        assert (score.entropy, score.uniform_entropy, score.coverage) == (None, None, None)
        return
    rows = [row for trace in traces for row in trace.weights]
    expected = np.mean([-sum(w * math.log(w) for w in row) for row in rows])
    assert score.entropy == pytest.approx(expected, abs=1e-4)
    assert score.uniform_entropy == pytest.approx(np.mean([np.log(len(r)) for r in rows]), abs=1e-4)
    columns = [abs(sum(c) - 1) for trace in traces for c in trace.weights.T]
    assert score.coverage == pytest.approx(np.mean(columns), abs=1e-4)


def test_a_part_without_pairs_that_fit_is_refused(tiny) -> None:
    with pytest.raises(ValueError, match="None of 1 dev pairs has at most 100 tokens"):
        measure_forced(tiny("luong-dot"), [TOO_LONG], "dev")
    with pytest.raises(ValueError, match="None of 0 sources has at most 100 tokens"):
        measure_quality(tiny("luong-dot"), [], "dev", width=1, several=True)


def test_all_targets_of_a_source_are_its_references() -> None:
    pairs = [Pair("a", "x"), Pair("b", "y"), Pair("a", "z"), Pair("a", "x"), Pair("A", "y")]
    assert group_references(pairs) == {"a": ["x", "z"], "b": ["y"], "A": ["y"]}


def test_a_text_may_equal_any_of_its_references() -> None:
    texts = ["one two three four", "five six seven eight"]
    references = [["a b c d e", "one two three four"], ["five six seven eight"]]
    score = score_texts(texts, references)
    assert (score.bleu, score.chrf, score.exact) == (100, 100, 100)
    assert "nrefs:var" in score.bleu_signature
    one = score_texts(texts, [row[:1] for row in references])
    assert one.bleu < 60
    assert one.exact == 50
    assert "nrefs:1" in one.chrf_signature


def test_quality_against_one_and_several_references(learned) -> None:
    pairs = [Pair(PAIRS[0].source, "Une auto rouge file vite."), *PAIRS, TOO_LONG]
    one, several = measure_quality(learned("luong-dot"), pairs, "test", width=1, several=True)
    assert (one.references, one.sentences, one.skipped, one.exact) == ("one", 4, 1, 75)
    assert several.references == "several"
    assert (several.sentences, several.skipped, several.exact, several.bleu) == (3, 1, 100, 100)
    assert (one.part, one.decoding) == ("test", "greedy")
    assert [one] == measure_quality(learned("luong-dot"), pairs, "test", width=1, several=False)
    assert len(measure_quality(learned("luong-dot"), PAIRS, "dev", width=1, several=True)) == 1


def test_a_beam_gives_its_best_hypothesis(tiny) -> None:
    checkpoint, sources = tiny("bahdanau-dot"), [pair.source for pair in PAIRS]
    written = translate_sources(checkpoint, sources, 3)
    best = [found[0].target.text for found in beam_search(checkpoint, sources, 3)]
    assert [written[source] for source in sources] == best
    assert measure_quality(checkpoint, PAIRS, "dev", width=3, several=True)[0].decoding == "beam 3"


def test_sentences_are_joined_until_they_are_long_enough() -> None:
    numbers = ["1 2", "3 4 5 6 7", "8", "9 10", "11 12 13 14 15 16", "17 18", "19 20", "21"]
    joined = join_pairs([Pair(text, f"<{text}>") for text in numbers], 4, 5)
    # 1 2 is dropped, as the next would make 7 words, and so are 8 9 10; 11 to 16 never fit.
    assert joined == [
        Joined(Pair("3 4 5 6 7", "<3 4 5 6 7>"), 1),
        Joined(Pair("17 18 19 20", "<17 18> <19 20>"), 2),
    ]


def test_long_sources_are_joined_only_where_there_are_too_few() -> None:
    pairs = [Pair(f"a b c {'d' * i}", f"t{i}") for i in range(1, 12)] + [Pair("e f", "x")] * 3
    natural = pairs_of_length(pairs, 4, 6, limit=7, join=True)
    assert len(natural) == 7
    assert all(item.sentences == 1 and item.pair in pairs for item in natural)
    joined = pairs_of_length(pairs, 7, 9, limit=7, join=True)
    assert {item.sentences for item in joined} == {2}
    assert {len(split_words(item.pair.source)) for item in joined} == {8}
    assert pairs_of_length(pairs, 7, 9, limit=7, join=False) == []


def test_bleu_by_length_says_what_was_joined(learned) -> None:
    rows = measure_lengths(learned("luong-dot"), PAIRS, "test", join=True, limit=2)  # 6, 5, 8 words
    found = [(row.shortest, row.longest, row.joined, row.pairs, row.sentences) for row in rows]
    assert found[:3] == [(1, 5, False, 1, 1), (6, 10, False, 2, 1), (11, 15, True, 1, 2)]
    assert (rows[0].words, rows[1].words, rows[1].bleu) == (5, 7, 100)
    rows = measure_lengths(learned("luong-dot"), PAIRS, "test", join=False, limit=2)
    assert [row.joined for row in rows] == [False, False]


def test_options_with_the_least_error_are_picked() -> None:
    def error(options: Options) -> AlignmentScore:
        aer = abs(options.shift - 1) + (0.5 if options.method == "argmax" else 0)
        return AlignmentScore(1, 0, aer + abs((options.threshold or 0.3) - 0.3), 1, 1)

    picked = pick_options(error)
    assert len(picked) == 6
    assert min(picked, key=picked.__getitem__) == Options(1, "threshold", 0.3)
    assert {options.threshold for options in picked} == {None, 0.3}
    equal = pick_options(lambda options: AlignmentScore(1, 0, 0.5, 1, 1))
    assert min(equal, key=equal.__getitem__) == Options(0, "argmax", None)


def gold_of(checkpoint: Checkpoint, part: str, shift: int) -> list[GoldPair]:
    """Return gold pairs whose links are those of a model's steps, shifted."""
    pairs = [gold_pair(pair.source, pair.target, part) for pair in PAIRS]
    found = attention_links(checkpoint, pairs, shift=shift)
    both = zip(pairs, found, strict=True)
    return [replace(pair, sure=links, possible=links) for pair, links in both]


def test_the_test_part_has_no_say_in_the_choice(tiny) -> None:
    checkpoint = tiny("luong-dot")
    golds = [GoldPart("toy", part, gold_of(checkpoint, part, s)) for part, s in PARTS_AND_SHIFTS]
    rows = measure_alignment(checkpoint, golds)
    assert len(rows) == 12
    chosen = {row.part: row for row in rows if row.chosen}
    assert chosen["dev"].aer == chosen["dev"].dev_aer == chosen["test"].dev_aer == 0
    assert chosen["test"].shift == 1
    expected = gold_error(checkpoint, golds[0].pairs, shift=1).aer
    assert chosen["test"].aer == pytest.approx(expected, abs=1e-4)
    assert expected > 0
    with pytest.raises(ValueError, match="No gold pair is in the part 'dev'"):
        measure_alignment(checkpoint, golds[:1])


def test_two_ways_give_rows_for_every_symmetrisation(tiny) -> None:
    forward, backward = tiny("luong-dot"), tiny("luong-dot", seed=1)
    golds = [GoldPart("toy", "dev", gold_of(forward, "dev", 0))]
    rows = measure_alignment(forward, golds, backward)
    assert {row.symmetrisation for row in rows} == {None, *SYMMETRISATIONS}
    for row in rows:
        assert row.directions == (1 if row.symmetrisation is None else 2)
        joined = {} if row.directions == 1 else {"symmetrisation": row.symmetrisation}
        expected = gold_error(
            forward,
            golds[0].pairs,
            backward=None if row.directions == 1 else backward,
            method=row.method,
            threshold=row.threshold or 0.2,
            shift=row.shift,
            **joined,
        )
        assert row.aer == pytest.approx(expected.aer, abs=1e-4)
        assert row.precision == pytest.approx(expected.precision, abs=1e-4)
    for name in (None, *SYMMETRISATIONS):
        same = [row for row in rows if row.symmetrisation == name]
        assert [row.dev_aer for row in same if row.chosen] == [min(row.dev_aer for row in same)]


def test_a_gold_pair_is_turned_round() -> None:
    pair = gold_pair("a b", "c d e", links=frozenset({(0, 2), (1, 0)}))
    turned = turn_pair(pair)
    assert (turned.source, turned.target_words) == ("c d e", ("a", "b"))
    assert to_pharaoh(turned.sure) == "0-1 2-0"
    assert turn_pair(turned) == pair


def test_gold_sets_by_part(corpus: Path, tmp_path: Path) -> None:
    gold = tmp_path / "gold.tsv"
    header = "id\tpart\tphenomenon\tenglish\tfrench\tsure\tpossible\n"
    gold.write_text(f"{header}1\tdev\t\ta b\tc\t1-1\t2-1\n2\ttest\t\ta\tb\t1-1\t\n")
    naacl = tmp_path / "set.src-tgt", tmp_path / "set.gold"
    naacl[0].write_text(f"{'a ' * 16} ||| b\na ||| b c\n")
    naacl[1].write_text("16-1\n1p2\n")
    material = corpus_material(corpus, gold=gold, naacl=naacl)
    assert [(g.name, g.part, len(g.pairs)) for g in material.golds] == [
        ("gold.tsv", "dev", 1),
        ("gold.tsv", "test", 1),
        ("set.src-tgt", "all", 2),
        ("set.src-tgt", "short", 1),
    ]
    turned = corpus_material(corpus, gold=gold, naacl=naacl, reverse=True)
    assert turned.golds[0].pairs[0].source == "c"
    assert turned.golds[3].pairs[0].possible == {(1, 0)}
    assert len(turned.parts["dev"]) > 0
    with pytest.raises(ValueError, match="--naacl is a test set: give --gold too"):
        corpus_material(corpus, naacl=naacl)


def test_a_made_up_task_is_made_again() -> None:
    material = task_material("reverse", "307 pairs, seed 1")
    assert material is not None
    assert material.made_up
    assert sum(map(len, material.parts.values())) == 307
    for gold, part in zip(material.golds, ("dev", "test"), strict=True):
        assert (gold.name, gold.part) == ("reverse", part)
        assert [(p.source, p.target) for p in gold.pairs] == list(material.parts[part])
    assert task_material("eng-fra.tsv.gz", "07c37a") is None
    with pytest.raises(ValueError, match="Unknown made-up task 'sort': expected one of dates"):
        task_material("sort", "307 pairs, seed 1")


def test_speed_is_a_median_of_the_source_nearest_to_ten_words(tiny) -> None:
    pairs = [Pair("the car", "a"), Pair("a b c d e f g h i j k", "b"), Pair("a", "c")]
    rows = measure_speed(tiny("luong-dot"), pairs, (1, 2), runs=3)
    assert [(row.decoding, row.words, row.runs) for row in rows] == [
        ("greedy", 11, 3),
        ("beam 2", 11, 3),
    ]
    assert all(row.milliseconds > 0 and row.tokens > 0 for row in rows)


def test_a_report_comes_back_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "new" / "a.json"
    write_report(REPORT, path)
    assert read_report(path) == REPORT
    content = json.loads(path.read_text(encoding="utf-8"))
    assert content["format"] == "alignoscope-evaluation-1"
    assert pd.DataFrame(content["quality"])["bleu"].tolist() == [31]
    assert "été" in path.read_text(encoding="utf-8")


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "a.json"
    write_report(REPORT, path)
    with pytest.raises(ValueError, match="not JSON compliant"):
        write_report(replace(REPORT, best_dev_loss=math.nan), path)

    def fail(*_) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="disk is full"):
        write_report(replace(REPORT, seed=1), path)
    assert read_report(path) == REPORT
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "no report can be read from it"),
        ("[]", "the format is None, expected 'alignoscope-evaluation-1'"),
        ('{"format": "alignoscope-evaluation-1", "pages": 1}', "a report with other fields"),
    ],
)
def test_files_that_are_no_reports_are_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        read_report(path)


def test_the_table_joins_the_seeds_of_a_variant() -> None:
    record = {"training": {"seed": 1, "epochs": 3}}
    second = replace(REPORT, seed=1, record=record, quality=(replace(QUALITY, bleu=34.0),))
    other = replace(REPORT, record={"training": {"seed": 0, "epochs": 5}})
    table = csv_table([REPORT, second, other])
    assert table["seeds"].tolist() == ["0, 1", "0"]
    assert table["dev BLEU"].tolist() == [32.5, 31]
    assert table["dev BLEU min"][0] == 31
    assert table["dev BLEU max"][0] == 34
    assert table["parameters"].tolist() == [1009, 1009]
    shown = markdown_table([REPORT, second, other])
    assert "| 32.5 (31.0 to 34.0) |" in shown
    assert "1,009 |" in shown
    assert "mean (lowest to highest of several seeds)" in shown
    assert "several seeds" not in markdown_table([REPORT, other])


def test_the_table_shows_test_and_the_aer_that_was_chosen(tiny) -> None:
    checkpoint = tiny("luong-dot")
    golds = [GoldPart("toy", part, gold_of(checkpoint, part, s)) for part, s in PARTS_AND_SHIFTS]
    rows = measure_alignment(checkpoint, golds, tiny("luong-dot", seed=1))
    forced = Forced(
        part="test",
        pairs=1,
        skipped=0,
        tokens=1,
        loss=1.25,
        entropy=None,
        uniform_entropy=None,
        coverage=None,
    )
    quality = (QUALITY, replace(QUALITY, part="test", decoding="beam 5", bleu=29.0))
    report = replace(REPORT, quality=quality, forced=(forced,), alignment=tuple(rows))
    table = csv_table([report]).iloc[0]
    chosen = [row for row in rows if row.chosen and row.part == "test"]
    assert table["test AER, toy"] == chosen[0].aer
    best = min(chosen[1:], key=lambda row: row.dev_aer)
    assert table["test AER, toy, two ways"] == best.aer
    assert table["test BLEU, beam 5"] == 29
    assert table["dev BLEU"] == 31
    assert "test entropy" not in table
    shown = markdown_table([report])
    assert "test BLEU, beam 5" in shown
    assert "dev BLEU" not in shown
    assert "as chosen on the gold's dev part" in shown


def test_the_table_of_a_pair_shows_dev_until_all_of_it_is_tested() -> None:
    tested = replace(REPORT, pair="dates", quality=(QUALITY, replace(QUALITY, part="test")))
    first, second = markdown_table([REPORT, tested]).split("\n\n")[:2]
    assert "dev BLEU" in first
    assert "eng-fra" in first
    assert "dates" not in first
    assert "test BLEU" in second
    assert "dev BLEU" not in second
    other = replace(REPORT, pair="dates", variant="luong-concat", config={"variant": "other"})
    assert "dev BLEU" in markdown_table([tested, other])


def test_a_command_tells_no_folders() -> None:
    argv = ["/home/me/a b.safetensors", "--out=/tmp/x", "--corpus", "data/c.tsv"]
    assert write_command(argv) == (
        "python -m evaluation 'a b.safetensors' --out=x --corpus data/c.tsv"
    )
    outside = ["../k.safetensors", "--gold=../../mine/gold.tsv", "--corpus", "../texts/c.tsv"]
    assert write_command(outside) == (
        "python -m evaluation k.safetensors --gold=gold.tsv --corpus c.tsv"
    )


def test_the_plain_command_prints_greedy_dev_scores(corpus: Path, save, capsys) -> None:
    main(["--corpus", str(corpus), save(), save("fixed-context", None)])
    printed = capsys.readouterr().out
    assert "dev BLEU |" in printed
    assert "dev chrF |" in printed
    assert "| luong-general | eng-fra | 0 " in printed
    assert "sentences, greedy, one reference, nrefs:1|" in printed
    assert "beam" not in printed
    main([save(), "--corpus", str(corpus), "--part", "test"])
    assert "test BLEU |" in capsys.readouterr().out


def test_everything_is_measured_and_written(corpus: Path, save, tmp_path: Path, capsys) -> None:
    out = tmp_path / "results"
    gold = tmp_path / "gold.tsv"
    header = "id\tpart\tphenomenon\tenglish\tfrench\tsure\tpossible\n"
    gold.write_text(f"{header}1\tdev\t\tthe car\tla voiture\t1-1 2-2\t\n", encoding="utf-8")
    options = ["--corpus", str(corpus), "--beam", "2", "--out", str(out)]
    checkpoints = [save(snapshots=[{"step": 0}]), save(seed=1)]
    main([*checkpoints, *options, "--gold", str(gold), "--backward", save(seed=2)])
    main([save("fixed-context"), *options, "--quick"])
    names = [f"eng-fra-{name}" for name in ("fixed-context-seed0", "luong-general-seed0")]
    files = sorted(path.name for path in out.iterdir())
    assert files[:2] == [f"{name}.json" for name in names]
    assert files[2:] == ["eng-fra-luong-general-seed1.json", "table.csv", "table.md"]
    report = read_report(out / files[1])
    assert {(row.part, row.decoding) for row in report.quality} == {
        (part, decoding) for part in ("dev", "test") for decoding in ("greedy", "beam 2")
    }
    assert [row.part for row in report.forced] == ["dev", "test"]
    assert {row.part for row in report.lengths} == {"test"}
    assert {row.directions for row in report.alignment} == {1, 2}
    assert [row.decoding for row in report.speed] == ["greedy", "beam 5"]
    assert report.record == {"training": {"seed": 0}, "corpus": {"name": "toy.tsv"}}
    assert report.hardware["threads"] == 1
    assert str(tmp_path) not in (out / files[1]).read_text(encoding="utf-8")
    quick = read_report(out / files[0])
    assert len(quick.quality) == 1
    assert (quick.forced, quick.speed) == ((), ())
    table = pd.read_csv(out / "table.csv")
    assert table["variant"].tolist() == ["luong-general", "fixed-context"]
    assert table["test BLEU min"][0] <= table["test BLEU"][0]
    assert capsys.readouterr().out.endswith((out / "table.md").read_text(encoding="utf-8"))


def test_a_made_up_task_needs_no_corpus(save, tmp_path: Path) -> None:
    about = {"name": "reverse", "revision": "101 pairs, seed 0"}
    path = save(corpus=about, pair="reverse")
    main([path, "--beam", "1", "--out", str(tmp_path / "out"), "--parts", "dev"])
    report = read_report(tmp_path / "out" / "eng-fra-luong-general-seed0.json")
    assert (report.pair, report.same_corpus) == ("reverse", True)
    assert {(row.gold, row.part) for row in report.alignment} == {
        ("reverse", "dev"),
        ("reverse", "test"),
    }
    assert not any(row.joined for row in report.lengths)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "was trained on toy.tsv: give that file with --corpus."),
        (["--corpus", "none.tsv"], "none.tsv: there is no such file."),
        (["--beam", "0"], "--beam is 0: expected 1 (none) to 100."),
        (["--gold", "a.tsv"], "--gold takes longer than a quick run: give --out FOLDER"),
        (["--out", "o", "--quick", "--backward", "b"], "--backward takes longer than a quick run"),
        (["--corpus", "{corpus}", "--out", "{path}"], "there is a file of that name"),
        (["--parts", "train"], "invalid choice: 'train'"),
        (["--corpus", "{corpus}", "--out", "{out}", "--backward", "{path}"], "give --gold too."),
        (
            ["--out", "{out}", "--backward", "{other}", "{other}"],
            "no checkpoint of luong-general, only of luong-dot, luong-dot: give one of each",
        ),
        (["{path}", "--corpus", "{corpus}"], "would both be reported as eng-fra-luong-general-s"),
        (["--corpus", "{corpus}", "--out", "{full}"], "old.json: no report can be read from it"),
    ],
)
def test_the_command_line_says_what_is_wrong(
    corpus: Path, save, tmp_path: Path, capsys, options: list[str], message: str
) -> None:
    full = tmp_path / "full"
    full.mkdir()
    (full / "old.json").write_text("?")
    places = {"corpus": corpus, "path": save(), "out": tmp_path / "o", "full": full}
    places["other"] = save("luong-dot", 1)
    with pytest.raises(SystemExit) as stop:
        main([save(), *(option.format(**places) for option in options)])
    assert stop.value.code == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "o").exists()
