"""Cores and memory are counted as the container has them."""

import os
from pathlib import Path

import pytest

from alignoscope.serving.machine import count_cores, memory_limit
from alignoscope.serving.trace_store import worker_count


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


def test_the_least_memory_of_the_groups_around_the_process_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sysconf", {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 10**6}.__getitem__)
    limits = {"memory.max": "max\n", "app.slice/memory.max": "2700000000\n"}
    folder, own = cgroup(tmp_path / "groups", limits), tmp_path / "own"
    own.write_text("0::/app.slice\n")
    assert memory_limit(folder, own) == 2_700_000_000
    own.write_text("0::/other\n")
    assert memory_limit(folder, own) == 4096 * 10**6
    first = cgroup(tmp_path / "v1", {"memory/memory.limit_in_bytes": "1000000000\n"})
    assert memory_limit(first, own) == 10**9
    monkeypatch.delattr(os, "sysconf")
    assert memory_limit(tmp_path, own) is None


@pytest.mark.parametrize(
    ("cores", "gigabytes", "workers"),
    [
        (1, 16, 0),
        (2, 16, 2),
        (8, 16, 4),
        (8, None, 4),
        (2, 2.7, 2),
        (4, 2, 1),
        (4, 1.5, 0),
        (2, 0.5, 0),
    ],
)
def test_as_many_workers_run_as_cores_and_memory_allow(
    cores: int, gigabytes: float | None, workers: int
) -> None:
    memory = None if gigabytes is None else int(gigabytes * 1e9)
    assert worker_count(cores, memory) == workers
