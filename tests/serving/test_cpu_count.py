"""Cores are counted as the container has them."""

import os
from pathlib import Path

import pytest

from alignoscope.serving.cpu_count import count_cores


def cgroup(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def v1(quota: int) -> dict[str, str]:
    return {"cpu/cpu.cfs_quota_us": f"{quota}\n", "cpu/cpu.cfs_period_us": "100000\n"}


@pytest.mark.parametrize(
    ("files", "cores"),
    [
        ({}, 7),
        ({"cpu.max": "max 100000\n"}, 7),
        ({"cpu.max": "300000 100000\n"}, 3),
        ({"cpu.max": "150000 100000\n"}, 2),
        ({"cpu.max": "10000 100000\n"}, 1),
        ({"cpu.max": "9900000 100000\n"}, 7),
        ({"cpu.max": "nonsense"}, 7),
        (v1(-1), 7),
        (v1(200_000), 2),
    ],
)
def test_a_quota_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, str], cores: int
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(7)), raising=False)
    assert count_cores(cgroup(tmp_path, files), tmp_path / "none") == cores


def test_where_no_process_is_bound_to_cores_all_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 5)
    assert count_cores(tmp_path, tmp_path / "none") == 5


def test_the_least_quota_of_the_groups_around_the_process_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(7)), raising=False)
    quotas = {"cpu.max": "500000 100000", "app.slice/cpu.max": "200000 100000"}
    quotas |= {"app.slice/one.service/cpu.max": "max 100000", "other/cpu.max": "100000 100000"}
    folder, own = cgroup(tmp_path / "groups", quotas), tmp_path / "own"
    own.write_text("12:cpu:/other\n0::/app.slice/one.service\n")
    assert count_cores(folder, own) == 2
    own.write_text("0::/../app.slice\n")
    assert count_cores(folder, own) == 2
    own.write_text("0::/\n")
    assert count_cores(folder, own) == 5
