"""Files that a person brings, whatever is in them."""

import streamlit as st

from alignoscope.interchange.readers.given import Given
from alignoscope.records.limits import MAX_IMPORT_BYTES


def uploaded(label: str, key: str) -> list[Given]:
    """Offer to bring files, and return those that are there."""
    files = st.file_uploader(
        label,
        accept_multiple_files=True,
        key=key,
        max_upload_size=MAX_IMPORT_BYTES // 1_000_000,
    )
    return [Given(name=one.name, data=one.getvalue()) for one in files]
