"""What checkpoints are measured on: corpora, gold sets and synthetic tasks."""

from pathlib import Path

import pytest

from alignoscope.evaluation.material import corpus_material, task_material
from alignoscope.models.checkpoint import load_checkpoint
from alignoscope.models.folder import CHECKPOINTS
from tests.shared.measured import write_corpus


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "toy.tsv")


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
    with pytest.raises(ValueError, match="Unknown synthetic task 'sort': expected one of dates"):
        task_material("sort", "307 pairs, seed 1")


@pytest.mark.slow
def test_the_hindi_phrases_are_those_that_shipped_models_learnt() -> None:
    record = load_checkpoint(CHECKPOINTS / "hindi-phrases" / "luong-dot.safetensors").record
    assert record is not None
    material = task_material(record.corpus.name, record.corpus.revision)
    assert material is not None
    assert {part: len(pairs) for part, pairs in material.parts.items()} == record.corpus.pairs
