"""The cores and the memory that this process may use, often fewer than its machine has."""

import os
from contextlib import suppress
from math import ceil
from pathlib import Path, PurePosixPath

CGROUPS = Path("/sys/fs/cgroup")
OWN = Path("/proc/self/cgroup")  # under v2 one line: "0::/user.slice/session.scope"


def count_cores(cgroups: Path = CGROUPS, own: Path = OWN) -> int:
    """Return the number of cores that this process may run on, or that its quota covers if fewer.

    Args:
        cgroups: the folder of the root cgroup.
        own: the file that names the cgroups of this process.
    """
    scheduled = getattr(os, "sched_getaffinity", None)  # Linux only
    cores = len(scheduled(0)) if scheduled else os.cpu_count() or 1
    quotas = [quota for folder in _folders(cgroups, own) if (quota := _quota(folder)) is not None]
    return max(1, min(cores, *map(ceil, quotas)) if quotas else cores)


def memory_limit(cgroups: Path = CGROUPS, own: Path = OWN) -> int | None:
    """Return the memory in bytes that this process may use, or None if the system does not tell.

    Args:
        cgroups: the folder of the root cgroup.
        own: the file that names the cgroups of this process.
    """
    known = [limit for folder in _folders(cgroups, own) if (limit := _memory(folder)) is not None]
    with suppress(AttributeError, OSError, ValueError):  # not on Windows
        known.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    return min(known, default=None)


def _folders(cgroups: Path, own: Path) -> list[Path]:
    """Return the root cgroup's folder and, under v2, the nested folders of this process's group."""
    try:
        lines = own.read_text(encoding="utf-8").splitlines()
    except OSError:
        return [cgroups]
    inside = next((line[4:] for line in lines if line.startswith("0::/")), "")
    parts = [part for part in PurePosixPath(inside).parts if part != ".."]
    return [cgroups.joinpath(*parts[:count]) for count in range(len(parts) + 1)]


def _quota(cgroups: Path) -> float | None:
    """Return the quota of a cgroup in cores (CPU seconds per second), or None without a limit.

    cgroup v2 has the quota and the period in one file, in microseconds: "150000 100000", or "max
    100000" for no limit. v1 has them in two files, with a quota of -1 for no limit.
    """
    for names in (("cpu.max",), ("cpu/cpu.cfs_quota_us", "cpu/cpu.cfs_period_us")):
        try:
            text = " ".join((cgroups / name).read_text(encoding="ascii") for name in names)
            quota, period = map(int, text.split())
        except (OSError, ValueError):  # no such file, or "max"
            continue
        if quota > 0 and period > 0:
            return quota / period
    return None


def _memory(cgroups: Path) -> int | None:
    """Return the memory limit of a cgroup in bytes, or None without a limit ("max" under v2)."""
    for name in ("memory.max", "memory/memory.limit_in_bytes"):
        with suppress(OSError, ValueError):
            return int((cgroups / name).read_text(encoding="ascii"))
    return None
