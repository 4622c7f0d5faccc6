"""What a teacher wrote is copied where it is plausible: of similar length, nothing repeated."""

import gzip
from pathlib import Path

import pytest

from alignoscope.training.teacher.plausible import is_plausible, main


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("I am tired.", "Je suis fatigué."),
        ("We got up early.", "Nous nous sommes levés tôt."),
        ("It was very, very cold.", "Il faisait très très froid."),
        ("Do as I say, not as I do.", "Fais comme je dis, non comme je fais."),
        ("She is here and she is happy.", "Elle est ici et elle est ici ravie."),
    ],
)
def test_a_good_translation_is_plausible(source: str, target: str) -> None:
    assert is_plausible(source, target)


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("Thank you!", "Merci beaucoup !"),  # short sources are in the corpus
        ("I am tired.", ""),
        ("I am so very tired today.", "Fatigué."),  # (1 + 2) / (6 + 2) < 0.5
        ("I am tired.", "Je suis si fatigué que je ne peux plus"),  # (9 + 2) / (3 + 2) > 1.8
        ("The big house burns.", "La grande grande maison brûle."),
        ("I like tea and milk.", "J'aime le thé et le thé et le thé."),
        ("I like red tea and milk.", "Oui, le thé rouge est le thé rouge aussi."),
    ],
)
def test_one_that_stops_or_repeats_itself_is_not(source: str, target: str) -> None:
    assert not is_plausible(source, target)


def test_plausible_pairs_are_written_in_either_direction(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs, corpus = tmp_path / "pairs.tsv", tmp_path / "eng-fra.tsv"
    pairs.write_text(
        "I am tired.\tJe suis fatigué.\n"
        "Here we are.\tNous voici.\n"
        "It is late.\tIl est tard.\n"
        "So it goes.\tAinsi va va tout.\n"
    )
    corpus.write_text("It is late.\tIl se fait tard.\nGo!\tVa !\n")
    forward, back = tmp_path / "forward.tsv.gz", tmp_path / "back.tsv.gz"
    main([str(pairs), "--corpus", str(corpus), "--out", str(forward)])
    assert capsys.readouterr().out == f"{forward}: 2 of 4 pairs.\n"
    assert gzip.decompress(forward.read_bytes()).decode() == (
        "I am tired.\tJe suis fatigué.\nHere we are.\tNous voici.\n"
    )
    corpus.write_text("It is night.\tIt is late.\n")
    # “Nous voici.” is too short a source.
    main([str(pairs), "--corpus", str(corpus), "--swap", "--out", str(back)])
    assert gzip.decompress(back.read_bytes()).decode() == ("Je suis fatigué.\tI am tired.\n")


def test_a_file_that_is_there_or_has_no_pairs_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs, out = tmp_path / "pairs.tsv", tmp_path / "out.tsv.gz"
    pairs.write_text("a\tb\nc\n")
    with pytest.raises(SystemExit):
        main([str(pairs), "--out", str(out)])
    assert "pairs.tsv, line 2: expected 'source TAB translation'." in capsys.readouterr().err
    assert not out.exists()
    pairs.write_bytes(b"a\0b\xff\t")
    with pytest.raises(SystemExit):
        main([str(pairs), "--out", str(out)])
    assert "pairs.tsv is not UTF-8 text: save it as UTF-8." in capsys.readouterr().err
    for text, number in (("", 0), ("a\tb\n", 1)):
        pairs.write_text(text)
        with pytest.raises(SystemExit) as stop:
            main([str(pairs), "--out", str(out)])
        assert stop.value.code == 2
        said = f"None of the {number} pairs is kept, so no file is written.\n"
        assert capsys.readouterr().err == said
    assert not out.exists()
    out.touch()
    with pytest.raises(SystemExit):
        main([str(pairs), "--out", str(out)])
    assert "the file is there" in capsys.readouterr().err
