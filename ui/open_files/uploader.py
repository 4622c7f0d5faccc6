"""Files that a person brings, whatever is in them."""

from collections.abc import Callable

import streamlit as st

from alignoscope.interchange.readers.given import Given
from alignoscope.records.limits import MAX_IMPORT_BYTES


def uploaded(
    label: str, key: str, *, most: int = 0, on_change: Callable[[], None] | None = None
) -> list[Given]:
    """Offer to bring files, and return those that are there; with `most` one, of so many bytes."""
    files = st.file_uploader(
        label,
        accept_multiple_files=not most,
        key=key,
        max_upload_size=(most or MAX_IMPORT_BYTES) // 1_000_000,
        on_change=on_change,
    )
    many = files if isinstance(files, list) else [files]
    return [Given(name=one.name, data=one.getvalue()) for one in many if one]
