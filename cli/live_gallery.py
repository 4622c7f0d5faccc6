"""`alignoscope gallery OUT --live`: write a page whose models translate in the browser."""

from collections.abc import Sequence
from pathlib import Path

import torch

from alignoscope.cli.course import check_new
from alignoscope.cli.gallery import check_app, write_gallery
from alignoscope.records.whole_file import check_writable, write_whole


def write_live(
    out: Path, app: str, pairs: Sequence[str], models: Sequence[str], *, one_file: bool
) -> None:
    """Write a folder, with the plain pages in its folder `pages`, or one HTML file.

    Progress is printed.

    Args:
        out: the folder or the file, which must not exist yet.
        app: the address of an app that the page links to, or "".
        pairs: the language pairs; none means all, and in one file the first.
        models: the models; none means all, and in one file those that the page opens with.
        one_file: whether to write one HTML file.

    Raises:
        ValueError: if there is something at that path, or a pair, a model or the address is none.
        OSError: if a file cannot be written.
    """
    from alignoscope.live.page.site import html_file, models_of, write_folder

    check_app(app)
    found = models_of(pairs, models, few=one_file)
    torch.set_num_threads(1)  # as `write_gallery` does
    if not one_file:
        check_new(out)
        write_folder(out, found, app)
        write_gallery(out / "pages", app)
        return
    if out.exists() or out.suffix != ".html":
        raise ValueError(f"{out}: expected the name of a new file that ends in .html.")
    check_writable(out)
    write_whole(out, html_file(found, app).encode())
