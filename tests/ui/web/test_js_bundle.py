"""How modules are joined for the browser, and what is refused because it cannot be."""

import re
import subprocess
from pathlib import Path

import pytest

from alignoscope.ui.svg.layout_constants import MEASURES
from alignoscope.ui.web.js_bundle import bundle, expression, script
from tests.shared.node import NODE, NODE_NEEDED

ROOT = Path(__file__).parents[3]
ENTRY = "\nexport default function () {}\n"


def write(folder: Path, **modules: str) -> Path:
    """Write modules, and return the one that is called `entry`."""
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text, encoding="utf-8")
    return folder / "entry.js"


def run(code: str) -> str:
    """Return what the default export of a bundle returns, as JSON, by Node."""
    call = f"console.log(JSON.stringify({expression(code)}()));"
    run = subprocess.run([str(NODE), "-e", call], capture_output=True, text=True, check=True)
    return run.stdout.strip()


@NODE_NEEDED
def test_names_may_repeat_among_modules_and_a_module_runs_once(tmp_path: Path) -> None:
    entry = write(
        tmp_path,
        entry='import { twice } from "./middle.js";\nimport { one as two } from "./first.js";\n'
        "const own = 5;\nexport default function () {\n  return [twice(), two(), own];\n}\n",
        middle='import {\n  one,\n} from "./first.js";\nconst own = 2;\n'
        "export const twice = () => own * one();\n",
        first="let own = 10;\nexport function one() {\n  own += 1;\n  return own;\n}\n",
    )
    assert run(bundle(entry)) == "[22,12,5]"


@NODE_NEEDED
def test_data_are_one_constant_under_any_name(tmp_path: Path) -> None:
    (tmp_path / "sizes.json").write_text('{ "wide": 7 }', encoding="utf-8")
    data = 'import {} from "./sizes.json" with {{ type: "json" }};\n'
    entry = write(
        tmp_path,
        entry=data.format("SIZES")
        + 'import { half } from "./other.js";\n'
        + "export default function () {\n  return [SIZES.wide, half];\n}\n",
        other=data.format("ROOM") + "export const half = ROOM.wide / 2;\n",
    )
    assert run(bundle(entry)) == "[7,3.5]"
    assert bundle(entry).count('{"wide":7}') == 1


def test_comments_on_their_own_lines_are_left_out(tmp_path: Path) -> None:
    entry = write(
        tmp_path,
        entry="// One.\n/**\n * @returns {void}\n */\nexport default function () {\n"
        "  /** @type {3} */\n  let a; // three\n}\n",
    )
    assert bundle(entry) == "export default function () {\n  let a; // three\n}\n"


@pytest.mark.parametrize(
    ("entry", "other", "message"),
    [
        ('import { a } from "./other.js";', 'import { b } from "./entry.js";', "each other"),
        ('import { a } from "./other.js";', "const a = 1;", "does not export a"),
        ('import { b as a } from "./other.js";', "export const a = 1;", "does not export b"),
        ('import a from "./other.js";', "export const a = 1;", "in braces"),
        ('import * as a from "./other.js";', "", "cannot join `import"),
        ('import "./other.js";', "", "cannot join `import"),
        ('const b = 1;\nimport { a } from "./other.js";', "", "before all else"),
        ('export * from "./other.js";', "", "cannot join `export"),
        ("const a = 1;\nexport { a };", "", "cannot join `export"),
        ("export const { a } = { a: 1 };", "", "cannot join `export"),
        ('import { a } from "./other.js";', "export const a = 1;" + ENTRY, "is an entry"),
    ],
)
def test_what_cannot_be_joined_is_refused(
    tmp_path: Path, entry: str, other: str, message: str
) -> None:
    file = write(tmp_path, entry=f"{entry}\n{ENTRY}", other=f"{other}\n")
    with pytest.raises(ValueError, match=re.escape(message)):
        bundle(file)


def test_an_entry_needs_a_default_export(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="needs `export default function`"):
        bundle(write(tmp_path, entry="const a = 1;\n"))


def test_every_component_is_one_module_that_asks_for_nothing() -> None:
    scripts = [*ROOT.glob("ui/**/*.js"), *ROOT.glob("course/**/*.js")]
    entries = [path for path in scripts if "\nexport default function" in path.read_text("utf-8")]
    assert len(entries) == 15
    for entry in entries:
        joined = script(entry.relative_to(ROOT).as_posix())
        assert joined.count("\nexport default function (call)") == 1, entry
        assert "import " not in joined, entry
        assert "http" not in re.sub(r"http://www\.w3\.org/(2000/svg|1998/Math/MathML)", "", joined)


@pytest.mark.parametrize(("ci", "code"), [("", 0), ("true", 1)])
def test_without_node_it_is_said_that_the_scripts_were_not_checked(ci: str, code: int) -> None:
    check = ROOT / "tests" / "scripts" / "check.sh"
    nothing = {"PATH": "/nowhere", "CI": ci}
    run = subprocess.run(["/bin/sh", check], env=nothing, capture_output=True, text=True)
    assert run.returncode == code
    assert run.stdout.startswith("The browser scripts were not checked")
    assert run.stderr == ""


def test_the_measures_are_numbers_in_groups() -> None:
    for group in MEASURES.values():
        assert all(type(number) in (int, float) for number in group.values())
