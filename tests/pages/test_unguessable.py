"""An opened file is found by its link, and not by its content."""

import hashlib

import pytest

from alignoscope.serving import people
from alignoscope.ui.open_files.uploaded_files import digest_of
from tests.shared.tool_files import given


def test_the_name_of_an_opened_file_needs_the_servers_key(monkeypatch: pytest.MonkeyPatch) -> None:
    files = given({"a.tsv": "a\tb\n"})
    named = digest_of(files, "option")
    assert named == digest_of(files, "option")
    assert len({named, digest_of(files), digest_of(given({"b.tsv": "a\tb\n"}), "option")}) == 3
    plain = hashlib.sha256(repr(("option",)).encode())
    plain.update(hashlib.sha256(b"a\tb\n").digest() + b"a.tsv")
    assert named != plain.hexdigest()[:32]
    monkeypatch.setattr(people, "_KEY", b"another start of the server")
    assert named != digest_of(files, "option")
