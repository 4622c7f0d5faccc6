"""Node.js, which runs the scripts of live pages; tests that need it are skipped without it."""

import os
import shutil
import subprocess

import pytest

NODE = shutil.which("node") or ""
if NODE and int(subprocess.check_output([NODE, "--version"], text=True)[1:].split(".")[0]) < 20:
    NODE = ""  # as `tests/scripts/check.sh` has it
NODE_NEEDED = pytest.mark.skipif(
    not NODE and not os.environ.get("CI"), reason="needs Node.js 20.10 or later"
)
