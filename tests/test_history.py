"""The history: no commit adds as much as the weights that later ones replaced (436 of 451 MB)."""

import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
START = "e6a9eb4341c1c49807b10f1df2ca285ac218680d"  # commits after this one are measured
MOST = 15_000_000  # bytes that a commit may add, before compression
LARGER: dict[str, str] = {}  # full hash of a commit that may add more: what it adds


def git(folder: Path, *words: str, text: str = "") -> str:
    run = subprocess.run(
        ["git", *words], cwd=folder, input=text, capture_output=True, text=True, check=True
    )
    return run.stdout


def added(folder: Path, start: str) -> dict[str, int]:
    """Return the bytes of new or changed files, by commit after `start`; a moved file adds none."""
    commit, blobs = "", defaultdict[str, set[str]](set)
    log = git(folder, "log", "--raw", "--no-abbrev", "-M", "--format=%H", f"{start}..HEAD")
    for line in log.splitlines():
        if line.startswith(":"):
            _, _, old, new, status = line.split("\t")[0].split()
            if status != "D" and old != new:
                blobs[commit].add(new)
        elif line:
            commit = line
            blobs[commit] = set()
    names = sorted(set().union(*blobs.values()))
    sizes = git(folder, "cat-file", "--batch-check=%(objectsize)", text="\n".join(names)).split()
    size = dict(zip(names, map(int, sizes), strict=True))
    return {commit: sum(size[name] for name in new) for commit, new in blobs.items()}


def too_large(folder: Path, start: str) -> dict[str, int]:
    found = added(folder, start)
    return {name: size for name, size in found.items() if size > MOST and name not in LARGER}


def test_no_commit_adds_more_than_15_megabytes() -> None:
    try:
        shallow = git(ROOT, "rev-parse", "--is-shallow-repository").strip() == "true"
        known = not subprocess.run(["git", "cat-file", "-e", START], cwd=ROOT).returncode
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("There is no git here.")
    if shallow and not known:
        pytest.skip("This clone has no history (git clone --depth).")
    assert too_large(ROOT, START) == {}


def test_a_large_commit_is_found_and_a_moved_file_is_none(tmp_path: Path) -> None:
    def commit(name: str) -> None:
        who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        git(tmp_path, "add", "--all")
        git(tmp_path, *who, "commit", "--quiet", "--message", name)

    git(tmp_path, "init", "--quiet")
    (tmp_path / "small").write_text("small")
    commit("start")
    start = git(tmp_path, "rev-parse", "HEAD").strip()
    (tmp_path / "large").write_bytes(bytes(MOST + 1))
    commit("large")
    large = git(tmp_path, "rev-parse", "HEAD").strip()
    (tmp_path / "large").rename(tmp_path / "moved")
    commit("moved")
    assert sorted(added(tmp_path, start).values()) == [0, MOST + 1]
    assert too_large(tmp_path, start) == {large: MOST + 1}
