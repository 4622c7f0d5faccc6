"""Notices of shared work: a download, which no page runs, shows none."""

import pytest
import streamlit as st

from alignoscope.ui.shell.notices import PageNotices


def test_work_for_a_download_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("spinner", "empty"):
        monkeypatch.setattr(st, name, lambda *_, name=name: pytest.fail(name))
    with PageNotices().working("Working"):
        PageNotices().waiting()(3)
    assert PageNotices().person() != PageNotices().person()
