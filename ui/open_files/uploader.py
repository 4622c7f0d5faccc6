"""The upload box, for files of any format."""

from collections.abc import Callable

import streamlit as st

from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.records.limits import MAX_IMPORT_BYTES


def uploaded(
    label: str, key: str, *, most: int = 0, on_change: Callable[[], None] | None = None
) -> list[NamedBytes]:
    """Show an upload box and return its files.

    Args:
        label: the label of the box.
        key: the key of the box in the session.
        most: if not 0, accept only one file, of at most this many bytes.
        on_change: called when the files change.
    """
    files = st.file_uploader(
        label,
        accept_multiple_files=not most,
        key=key,
        max_upload_size=(most or MAX_IMPORT_BYTES) // 1_000_000,
        on_change=on_change,
        help="Everyone who has the address of this page can then see these files, until the "
        "server deletes them.",
    )
    many = files if isinstance(files, list) else [files]
    return [NamedBytes(name=one.name, data=one.getvalue()) for one in many if one]
