"""What the server makes ready before the first page is asked for."""

import subprocess
import sys
from pathlib import Path

import pytest

from alignoscope.models.shared_weights import FOLDER
from tests.shared.server import free_port, start
from tests.shared.waiting import wait_until

SCRIPT = """
import gc
from alignoscope.server.serve import _start_up
usual = gc.get_threshold()
gc.disable()
_start_up()
assert gc.isenabled()
from alignoscope.serving.model_store import load
from alignoscope.ui.shell.model_presets import opened_with
from alignoscope.serving.model_store import checkpoints
opened = opened_with([path.stem for path in checkpoints("eng-fra")])
assert len(opened) > 1
young, middle, old = gc.get_threshold()
assert (young, middle, old) == (*usual[:2], 10 * usual[2]), (young, middle, old)
assert load.cache_info().currsize == len(opened), load.cache_info()
kept = {id(one) for one in gc.get_objects()}
import torch
assert gc.get_freeze_count() > 100_000, gc.get_freeze_count()
assert id(torch.__dict__) not in kept
"""


@pytest.mark.slow
def test_models_are_loaded_and_what_stays_is_no_longer_looked_through_for_garbage() -> None:
    subprocess.run([sys.executable, "-c", SCRIPT], check=True, timeout=120)


def test_a_server_that_is_told_to_end_leaves_no_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(FOLDER, raising=False)  # Pages that were tested in this process have one.
    port = free_port()
    server = start(f"alignoscope run --port {port}", port, tmp_path / "said", TMPDIR=str(tmp_path))
    wait_until(lambda: [*tmp_path.glob("alignoscope-weights-*")])  # It loads models now.
    server.terminate()
    assert server.wait() == -15
    assert not [*tmp_path.glob("alignoscope-weights-*")]
