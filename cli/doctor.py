"""`alignoscope doctor`: check attention maps in files against rules."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path


def run(args: argparse.Namespace) -> None:
    """Print the findings, and exit with status 1 if a rule is broken."""
    sys.exit(examine(args.files))


def examine(paths: Sequence[Path]) -> int:
    """Print the findings of each rule for the maps in files; return 1 if one is broken, else 0.

    Raises:
        ValueError: if a file cannot be read, or none holds maps of weights.
    """
    from alignoscope.interchange.foreign.examining import examine_files
    from alignoscope.interchange.readers.named_bytes import read_paths

    found = examine_files(read_paths(paths))
    for name, findings in found:
        print("\n".join([name, *(f"  {one}" for one in findings)]))
    return int(any(one.kept is False for _, findings in found for one in findings))
