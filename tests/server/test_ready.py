"""What the server makes ready before the first page is asked for."""

import subprocess
import sys

SCRIPT = """
import gc
from alignoscope.server.serve import _start_up
usual = gc.get_threshold()
gc.disable()
_start_up()
assert gc.isenabled()
from alignoscope.serving.model_store import load
young, middle, old = gc.get_threshold()
assert (young, middle, old) == (*usual[:2], 10 * usual[2]), (young, middle, old)
assert load.cache_info().currsize == 14, load.cache_info()
kept = {id(one) for one in gc.get_objects()}
import torch
assert gc.get_freeze_count() > 100_000, gc.get_freeze_count()
assert id(torch.__dict__) not in kept
"""


def test_models_are_loaded_and_what_stays_is_no_longer_looked_through_for_garbage() -> None:
    subprocess.run([sys.executable, "-c", SCRIPT], check=True, timeout=120)
