"""The pages for people: their links lead somewhere, and no environment variable is a secret."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("*/README.md")]
READ = re.compile(r'environ(?:\.get\(|\[)\s*"([A-Z_]+)"|"([A-Z_]+)" (?:not )?in os\.environ')


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_within_the_project_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    inside = [link for link in links if not link.startswith("http")]
    assert [link for link in inside if not (page.parent / link).exists()] == []


def test_every_environment_variable_is_described() -> None:
    left_out = {".venv", "node_modules", "tests"}
    folders = [one for one in ROOT.iterdir() if one.is_dir() and one.name not in left_out]
    files = [*ROOT.glob("*.py"), *(path for one in folders for path in one.rglob("*.py"))]
    read = {
        name
        for path in files
        for pair in READ.findall(path.read_text(encoding="utf-8"))
        for name in pair
        if name
    }
    assert read >= {"ALIGNOSCOPE_CHECKPOINTS", "ALIGNOSCOPE_TRACE"}
    described = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
    assert {name for name in read if f"`{name}`" not in described} == set()
