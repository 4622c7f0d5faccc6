"""The command that makes links for training: what it gives the aligner, and what it makes of it."""

import re
import sys
from pathlib import Path

import pytest

from alignoscope.analysis.symmetrisation import grow_diag_final_and
from alignoscope.data.corpus import read_corpus
from alignoscope.data.link_file import read_link_file
from alignoscope.data.split import split_pairs
from alignoscope.evaluation import aligner
from tests.shared.toy import write_corpus

# An aligner that links each word to that in its place, and one way also the first to the last.
PROGRAM = f"""#!{sys.executable}
import sys
given = dict(zip(sys.argv[1::2], sys.argv[2::2]))
sources, targets = (open(given[f"--{{side}}"]).read().splitlines() for side in ("source", "target"))
assert [line.upper() for line in sources] == targets
ways = [[" ".join(f"{{i}}-{{i}}" for i in range(len(line.split()))) for line in sources]] * 2
ways[1] = [f"0-{{len(line.split()) - 1}} {{line and '0-0'}}" for line in sources]
for name, lines in zip(("--forward-links", "--reverse-links"), ways):
    open(given[name], "w").write("".join(f"{{line}}\\n" for line in lines))
"""


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put an aligner in the place of eflomal's."""
    path = tmp_path / "bin" / "eflomal-align"
    path.parent.mkdir()
    path.write_text(PROGRAM, encoding="utf-8")
    path.chmod(0o755)
    monkeypatch.setattr(aligner, "find_program", lambda: str(path))
    return path


def test_the_training_part_is_aligned_both_ways_and_joined(
    program: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus, out = write_corpus(tmp_path / "aa-bb.tsv"), tmp_path / "aa-bb.links"
    aligner.main(["--corpus", str(corpus), "--out", str(out)])
    pairs = split_pairs(read_corpus(corpus).pairs).train
    assert f"the links of {len(pairs)} training pairs" in capsys.readouterr().out
    file = read_link_file(out, pairs)
    assert re.fullmatch(r"eflomal( [\d.]+)?, grow-diag-final-and", file.aligner)
    for number, pair in enumerate(pairs):
        size = len(pair.source.split())
        forward = frozenset((i, i) for i in range(size))
        expected = grow_diag_final_and(forward, frozenset({(0, size - 1), (0, 0)}))
        assert forward <= expected
        assert file.links(number) == expected


def test_an_aligner_that_fails_or_is_absent_is_said_in_a_line(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    words = ["--corpus", str(write_corpus(tmp_path / "aa-bb.tsv")), "--out", str(tmp_path / "out")]
    program.write_text(f"#!{sys.executable}\nimport sys\nsys.exit('no memory')", encoding="utf-8")
    with pytest.raises(SystemExit, match="2"):
        aligner.main(words)
    assert "eflomal-align failed with 1: no memory" in capsys.readouterr().err
    monkeypatch.undo()
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(SystemExit, match="2"):
        aligner.main(words)
    assert "pip install eflomal" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
