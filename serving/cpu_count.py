"""How many cores this process may use: a container often has fewer than its machine."""

import os
from math import ceil
from pathlib import Path, PurePosixPath

CGROUPS = Path("/sys/fs/cgroup")
OWN = Path("/proc/self/cgroup")  # under v2 one line: "0::/user.slice/session.scope"


def count_cores(cgroups: Path = CGROUPS, own: Path = OWN) -> int:
    """Return the cores that this process may run on, or as many as its quota pays for if fewer."""
    scheduled = getattr(os, "sched_getaffinity", None)  # Linux only
    cores = len(scheduled(0)) if scheduled else os.cpu_count() or 1
    quotas = [quota for folder in _folders(cgroups, own) if (quota := _quota(folder)) is not None]
    return max(1, min(cores, *map(ceil, quotas)) if quotas else cores)


def _folders(cgroups: Path, own: Path) -> list[Path]:
    """Return the folder of all groups, and those of v2 that this process is in, one in another."""
    try:
        lines = own.read_text(encoding="utf-8").splitlines()
    except OSError:
        return [cgroups]
    inside = next((line[4:] for line in lines if line.startswith("0::/")), "")
    parts = [part for part in PurePosixPath(inside).parts if part != ".."]
    return [cgroups.joinpath(*parts[:count]) for count in range(len(parts) + 1)]


def _quota(cgroups: Path) -> float | None:
    """Return the CPU time a second that the container may use, or None without a limit.

    cgroup v2 has "150000 100000" or "max 100000" (microseconds in each period) in one file, v1 the
    two numbers in two files, and -1 for no limit.
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
