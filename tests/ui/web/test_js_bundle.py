"""How modules are joined for the browser, and what is refused because it cannot be."""

import re
import subprocess
from pathlib import Path

import pytest

from alignoscope.ui.svg.layout_constants import MEASURES
from alignoscope.ui.web.js_bundle import bundle, script

ROOT = Path(__file__).parents[3]
ENTRY = "\nexport default function () {}\n"


def write(folder: Path, **modules: str) -> Path:
    """Write modules, and return the one that is called `entry`."""
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text, encoding="utf-8")
    return folder / "entry.js"


def test_a_module_comes_once_and_behind_those_that_it_imports(tmp_path: Path) -> None:
    entry = write(
        tmp_path,
        entry='import { twice } from "./middle.js";\nimport { one } from "./first.js";\n' + ENTRY,
        middle='import {\n  one,\n} from "./first.js";\nexport const twice = () => 2 * one;\n',
        first="// One.\nexport const one = /** @type {1} */ (1);\nconst own = 3;\n/**\n * @returns "
        "{void}\n */\nexport async function late() {\n  /** @type {3} */\n  let a; // three\n}\n",
    )
    assert bundle(entry) == (
        "const one = /** @type {1} */ (1);\nconst own = 3;\n"
        "async function late() {\n  let a; // three\n}\n\n"
        "const twice = () => 2 * one;\n\n" + ENTRY
    )


def test_data_are_one_constant_for_all_modules(tmp_path: Path) -> None:
    line = 'import SIZES from "./sizes.json" with { type: "json" };\n'
    (tmp_path / "sizes.json").write_text('{ "wide": 7 }', encoding="utf-8")
    other = line + "export const half = SIZES.wide / 2;\n"
    entry = write(
        tmp_path, entry=line + 'import { half } from "./other.js";\n' + ENTRY, other=other
    )
    assert bundle(entry) == (
        'const SIZES = {"wide":7};\n\nconst half = SIZES.wide / 2;\n\n' + ENTRY
    )


@pytest.mark.parametrize(
    ("entry", "other", "message"),
    [
        ('import { a } from "./other.js";', 'import { b } from "./entry.js";', "each other"),
        (
            'import { a } from "./other.js";\nconst b = 1;',
            "export const a = 1;\nlet b;",
            "b is dec",
        ),
        ('import { a } from "./other.js";', "const a = 1;", "does not export"),
        ('import { a as b } from "./other.js";', "export const a = 1;", "does not export"),
        ('import a from "./other.js";', "export default function () {}", "in braces"),
        ('import * as a from "./other.js";', "", "cannot be joined"),
        ('import "./other.js";', "", "cannot be joined"),
        ('export * from "./other.js";', "", "cannot be joined"),
        ("const a = 1;\nexport { a };", "", "cannot be joined"),
        ("const { a } = { a: 1 };", "", "cannot be joined"),
        ('import { a } from "./other.js";', "export const a = 1;" + ENTRY, "one default export"),
    ],
)
def test_what_cannot_be_joined_is_refused(
    tmp_path: Path, entry: str, other: str, message: str
) -> None:
    file = write(tmp_path, entry=f"{entry}\n{ENTRY}", other=f"{other}\n")
    with pytest.raises(AssertionError, match=message):
        bundle(file)


def test_an_entry_needs_a_default_export(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="default export"):
        bundle(write(tmp_path, entry="const a = 1;\n"))


def test_every_component_is_one_module_that_asks_for_nothing() -> None:
    scripts = [*ROOT.glob("ui/**/*.js"), *ROOT.glob("course/**/*.js")]
    entries = [path for path in scripts if "\nexport default function" in path.read_text("utf-8")]
    assert len(entries) == 14
    for entry in entries:
        joined = script(entry.relative_to(ROOT).as_posix())
        assert joined.count("export default function (call)") == 1, entry
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
