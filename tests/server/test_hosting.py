"""The app within the limits of a hosting service: two cores and 2.7 GB of memory."""

import asyncio
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from alignoscope.benchmarks.apps import started
from alignoscope.benchmarks.load import crowd
from alignoscope.serving.model_store import checkpoints
from alignoscope.ui.shell.model_presets import opened_with

ROOT = Path(__file__).parents[2]
PEOPLE, EVERY, SECONDS, MEGABYTES = 10, 5, 20, 2_700


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Only Linux tells this memory.")
def test_ten_people_on_two_cores_get_what_they_type_in_the_memory_of_a_hosting_service() -> None:
    """What each result shows is compared with what its person typed, by `crowd`."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(cores)[:2])  # The app inherits it.
    try:
        # In a thread: after a browser test this one has a loop of events that runs already.
        with started(ROOT) as app, ThreadPoolExecutor(1) as thread:
            people = crowd(app, PEOPLE, EVERY, SECONDS, tabs=0)
            found = thread.submit(asyncio.run, people).result()
    finally:
        os.sched_setaffinity(0, cores)
    assert found["variants"] == len(opened_with([path.stem for path in checkpoints("eng-fra")]))
    assert found["sentences"] >= PEOPLE * SECONDS / EVERY / 2
    assert 500 < found["memory, MB"] < MEGABYTES
