"""Plants faults one at a time in a clone of the last commit, and lists those that no test catches.

`python tests/mutations.py` plants all, `python tests/mutations.py ui/ .css` those in files whose
path contains one of these texts. The tests must pass without a fault: run `make test` before.
"""

import os
import subprocess
import sys
import tempfile
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
PYTEST = [
    "-n0",
    "--exitfirst",
    "--force-reruns=0",
    "-pno:cacheprovider",
    "-Wignore:Module already imported",
]
CAUGHT = 3  # an exit code that no exception has
SLOW_TO_IMPORT = ("torch", "streamlit.testing.v1", "plotly.express", "playwright.sync_api")
READERS = "tests/interchange/readers"
LIBRARY = "tests/api/test_library.py"
WALK = "tests/journeys/test_browser_walk.py"


class Fault(NamedTuple):
    """A text that stands once in a file, its wrong replacement, and the tests that shall fail."""

    file: str
    old: str
    new: str
    tests: str  # separated by spaces, perhaps with an option; a test of a script is run by Node


FAULTS = (
    # The engine of live pages.
    Fault(
        "live/exported.py",
        "parts = tree_map_only(Tensor, torch.clone, parts)",
        "parts = dict(parts)",
        "tests/live/test_exported.py",
    ),
    Fault(
        "live/engine/product.ts",
        "total(b) / 32768",
        "total(b) / 16384",
        "tests/scripts/engine.test.js",
    ),
    Fault(
        "live/engine/rnns.js",
        "sigmoid(input) * Math.tanh(fresh)",
        "sigmoid(input) * fresh",
        "tests/live/test_engine.py",
    ),
    Fault("live/tables.py", '"s": "ſ", ', "", "tests/live/test_engine.py"),
    # The Transformer and copying.
    *(
        Fault(f"models/transformer/{file}.py", old, new, f"tests/{tests}.py")
        for file, old, new, tests in (
            (
                "heads",
                "/ math.sqrt(query.shape[-1])",
                "/ query.shape[-1]",
                "models/test_transformer",
            ),
            (
                "layers",
                "self.cross(query, source, mask.unsqueeze(1))",
                "self.cross(query, source, None)",
                "models/test_transformer",
            ),
        )
    ),
    *(
        Fault("models/layers/copying.py", old, new, "tests/models/test_copying.py")
        for old, new in (
            ("weights / total, source", "weights, source"),
            ("generated = p_gen *", "generated = (1 - p_gen) *"),
        )
    ),
    Fault(
        "analysis/copying.py",
        "np.minimum(copied / written, 1.0)",
        "np.minimum(copied, 1.0)",
        "tests/analysis/test_copied_shares.py",
    ),
    # How sure a model is.
    *(
        Fault("analysis/confidence.py", old, new, "tests/analysis/test_confidence.py")
        for old, new in (
            ("words = np.minimum.reduceat(log_p, starts)", "words = log_p[starts]"),
            ("np.append(0.0, words)[:count]", "words[:count]"),
            (".min(keepdims=True),", ".max(keepdims=True),"),
            ("mass[i] < LEFT_OUT and", "mass[i] < 2 * LEFT_OUT and"),
        )
    ),
    # The API, the command line, measuring, tools, registers, and training on several corpora.
    *(
        Fault("api/capture.py", old, new, "tests/api/test_capture.py")
        for old, new in (
            (
                "return several and np.allclose(first, first[:1])",
                "return np.allclose(first, first[:1])",
            ),
            ("return any(shared) and not all(shared)", "return any(shared)"),
            (
                "same.index(True) + 1 if any(same) and not same[0]",
                "same.index(True) + 1 if any(same)",
            ),
            ("call[..., -1:, :] for call in calls[1:]", "call[..., :1, :] for call in calls[1:]"),
            ("found = found if found.ndim == 4 else found[None]", "found = found"),
        )
    ),
    Fault("api/functions.py", "return in_register(text, register)", "return text", LIBRARY),
    Fault("api/heatmap.py", "zmax=scale.high", "zmax=1", LIBRARY),
    Fault("api/heatmap.py", 'autorange="reversed"', "autorange=True", LIBRARY),
    *(
        Fault("cli/triage.py", old, new, "tests/cli/test_triage.py")
        for old, new in (
            ("i * count // most for i", "i for i"),
            ("if args.damage == bool(args.out):", "if args.damage and args.out:"),
            ("if args.out and args.out.exists():", "if args.out and args.out.is_dir():"),
            ('triage_csv if out.suffix == ".csv" else triage_parquet', "triage_csv"),
            ("swapped=args.reverse", "swapped=False"),
        )
    ),
    *(
        Fault(f"evaluation/{file}.py", old, new, f"tests/evaluation/test_{file}.py")
        for file, old, new in (
            ("names", "min(times, found[token])", "found[token]"),
            ("names", "max(times - found[token], 0)", "times"),
            ("rarity", "return min((known", "return max((known"),
            ("lengths", "if size + words > longest:", "if size + words >= longest:"),
            ("lengths", "if size >= shortest:", "if size > shortest:"),
            ("option_selection", "    METHODS,\n", "    METHODS as METHODS,\n"),
        )
        if file != "option_selection"
    ),
    *(
        Fault(f"tools/{file}.py", old, new, f"-mslow tests/tools/test_{file}.py")
        for file, old, new in (
            ("judged", 'dict.fromkeys(asked, "") | grades', 'grades | dict.fromkeys(asked, "")'),
            ("judged", "(order[pair[0]], pair[1])", "(pair[0], pair[1])"),
            ("judged", "one.source, one.text) for one in", "one.text, one.text) for one in"),
            ("side_by_side", "if row.part == rows[-1].part", "if row.part == rows[0].part"),
            ("side_by_side", "sorted(set(sides[0]) | set(sides[1]))", "sorted(sides[0])"),
        )
    ),
    *(
        Fault("data/registers.py", old, new, "tests/data/test_registers.py")
        for old, new in (
            ("register not in known else source", "register in known else source"),
            ("removeprefix(MARKS[found]).lstrip()", "removeprefix(MARKS[found])"),
        )
    ),
    Fault(
        "decoding/reading.py", 'if side == "source":', "if side:", "tests/data/test_registers.py"
    ),
    *(
        Fault("training/mix.py", old, new, "tests/training/test_mix.py")
        for old, new in (
            ("if not also.register:", "if True:"),
            ("own_begin - begin, own_stop - stop", "own_begin, own_stop - stop"),
            ("one.until * mix.total", "one.until * 1000"),
        )
    ),
    # The position of the player.
    *(
        Fault("ui/player/position.py", old, new, "tests/ui/player/test_position.py")
        for old, new in (
            ("max(0, min(step if type(step)", "max(1, min(step if type(step)"),
            ("[str(position.step + 1)]", "[str(position.step)]"),
        )
    ),
    Fault(
        "ui/player/state/position.js",
        "return { step, cell: cellAt(position, step, maps) };",
        "return { step };",
        "tests/scripts/moving.test.js",
    ),
    Fault(
        "ui/player/state/position.js",
        "2 * Number(measure",
        "Number(measure",
        "tests/scripts/moving.test.js",
    ),
    # Matrices without a tool, speech and pictures.
    *(
        Fault("interchange/readers/cells.py", old, new, f"{READERS}/test_plain_matrices.py")
        for old, new in (
            ('text.replace(",", ".")', 'text.replace(",", "")'),
            ("self.rows[1:] or self.rows", "self.rows"),
        )
    ),
    # The equations of the models.
    Fault(
        "models/scores/multiplicative.py",
        "/ math.sqrt(query.shape[-1])",
        "/ query.shape[-1]",
        "tests/models/test_scores.py",
    ),
    Fault(
        "models/layers/normalisers.py",
        "_shifted(scores) / 2",
        "_shifted(scores)",
        "tests/models/test_normalisers.py",
    ),
    Fault(
        "models/layers/attention.py",
        "torch.exp(-2 * ",
        "torch.exp(-1 * ",
        "tests/models/test_attention.py",
    ),
    Fault(
        "models/decoders/tacotron.py",
        "rnns.append(after)",
        "rnns.append(before)",
        "tests/models/test_decoders.py",
    ),
    Fault(  # of one cell only: its second state
        "models/layers/steps.py",
        "rnn(inputs, before if",
        "rnn(inputs, before[:1] * 2 if",
        "tests/decoding/test_decoding.py",
    ),
    Fault(  # of one cell only, in a search
        "models/layers/steps.py",
        "tuple(part[:, rows] for part in hidden)",
        "(hidden[0][:, rows], *hidden[1:])",
        "tests/decoding/test_search.py",
    ),
    Fault(  # of one variant only: input feeding at all steps at once
        "models/decoders/luong.py",
        "if self.fed_size or self.attention.sequential:",
        "if self.attention.sequential:",
        "tests/decoding/test_decoding.py",
    ),
    Fault(  # of scores that read the past
        "models/decoders/luong.py",
        "if self.fed_size or self.attention.sequential:",
        "if self.fed_size:",
        "tests/decoding/test_decoding.py",
    ),
    # Decoding and analysis.
    Fault(
        "decoding/loop.py",
        "and steps < limit",
        "and steps <= limit",
        "tests/decoding/test_decoding.py",
    ),
    Fault(
        "decoding/beam.py",
        "totals[:, 0] = 0 ",
        "totals[:] = 0 ",
        "tests/decoding/test_search.py",
    ),
    Fault(
        "decoding/beam.py",
        'kind="stable")[:,',
        'kind="stable")[:, ::-1][:,',
        "tests/decoding/test_tree.py",
    ),
    Fault(
        "decoding/engine/beams.py",
        "np.array(rows, np.float32)",
        "np.array(sorted(rows), np.float32)",
        "tests/decoding/test_engine.py",
    ),
    Fault(
        "analysis/links.py",
        "aer=1 - (a_s + a_p)",
        "aer=1 - (a_s + a_s)",
        "tests/analysis/test_links.py",
    ),
    Fault(
        "analysis/posterior.py",
        'if measure == "posterior" else',
        'if measure == "alone" else',
        "tests/analysis/test_posterior.py",
    ),
    # What all visitors share.
    Fault(
        "serving/batch_scheduler.py",
        "[job for job in free if free[0].fits(job)][:MOST]",
        "free[:MOST]",
        "tests/serving/test_batch_scheduler.py",
    ),
    Fault(
        "serving/fair_share.py",
        "spent = self._left(person) + letters",
        "spent = letters",
        "tests/serving/test_fair_share.py",
    ),
    Fault(
        "serving/worker_pool.py",
        "self._missing += 1",
        "pass",
        "tests/serving/test_worker_pool.py",
    ),
    Fault(
        "server/host_guard.py",
        'name = name.rstrip(".")',
        "pass",
        "tests/server/test_host_guard.py",
    ),
    # Readers of other tools' files.
    Fault(
        "interchange/readers/fields.py",
        "if not all(map(isfinite, found)):",
        "if False:",
        READERS,
    ),
    Fault(
        "data/encodings.py",
        "if damaged and (wide or unused or not _is_western(head)):",
        "if False:",
        "tests/data tests/interchange/readers",
    ),
    Fault("data/repairs.py", "if count <= MANY * len(head):", "if not count:", "tests/data"),
    Fault("data/pair_columns.py", "> _MOST * len(values)", "> len(values)", "tests/data"),
    Fault("data/record_files.py", "if not nested or type(left)", "if type(left)", "tests/data"),
    Fault(
        "interchange/foreign/checks.py",
        "if numbers.min(initial=0) < 0:",
        "if False:",
        READERS,
    ),
    Fault(
        "interchange/foreign/orientation.py",
        "else sums[True] > sums[False]",
        "else sums[True] < sums[False]",
        READERS,
    ),
    Fault(
        "interchange/readers/links.py",
        'if match[2] != "-" else',
        'if match[2] == "p" else',
        READERS,
    ),
    # Training.
    Fault(
        "training/updates.py",
        "torch.nn.utils.clip_grad_norm_(model.parameters(), config.clip_norm)",
        "pass",
        "tests/training/test_updates.py",
    ),
    Fault(
        "training/loss.py",
        ".sum() / len(scores)",
        ".sum() / shares.sum()",
        "tests/training/test_guide.py tests/training/test_loss.py",
    ),
    Fault(
        "training/optimizers.py",
        "(1 + done) / (10 + done)",
        "(1 + done) / (100 + done)",
        "tests/training/test_updates.py",
    ),
    # Pages and links.
    Fault(
        "ui/shell/url_parameters.py",
        "values[-1:]",
        "values[:1]",
        "tests/pages/test_hostile_links.py",
    ),
    Fault(
        "ui/shell/url_parameters.py",
        're.sub(r"[^\\w.~-]", "?", text[:40])',
        "text[:40]",
        "tests/pages/test_pages.py",
    ),
    Fault(
        "ui/player/position.py",
        "{str(step + 1): step for",
        "{str(step): step for",
        "tests/pages/test_pages.py",
    ),
    Fault(
        "ui/player/position.py",
        "column=int(column) - 1",
        "column=int(column)",
        "tests/pages/test_chosen_cell.py",
    ),
    Fault(
        "ui/shell/sentence_input.py",
        'examples[st.session_state[EXAMPLE]]\n        st.session_state[TARGET] = ""',
        "examples[st.session_state[EXAMPLE]]",
        "tests/pages/test_pages.py",
    ),
    Fault(
        "ui/shell/model_presets.py",
        "[name for name in names if _plain(name)] or [*names]",
        "[*names]",
        "tests/ui/shell/test_models_menu.py",
    ),
    Fault(
        "ui/beam_tree/panel.py",
        "kept if known == identity else tree.best",
        "kept",
        "tests/pages/test_beam_page.py",
    ),
    Fault(
        "ui/what_if/url_changes.py",
        "if branch.number in [one.number for one in branches]:",
        "if False:",
        "tests/ui/what_if/test_what_if_link.py",
    ),
    Fault(
        "course/answers.py",
        "if not any(is_right(str(value), other) for other in taken):",
        "if True:",
        "tests/course/test_typed_numbers.py tests/course/test_hints.py tests/course/test_seeds.py",
    ),
    Fault(
        "course/facts/geometry.py",
        "roots[:, None] * right[:rank]",
        "roots[:, None] * right[-rank:]",
        "tests/course/test_claims.py",
    ),
    Fault(
        "course/texts/fr/00-tour.md",
        "Un *score* :",
        "Un score :",
        "tests/course/test_translations.py",
    ),
    Fault(
        "course/kit/questions.py",
        "i > max(hook, told)",
        "i > hook",
        "tests/course/kit/test_quiz.py",
    ),
    Fault(
        "course/kit/qti.py",
        'if name == right else ""',
        'if name else ""',
        "tests/course/kit/test_qti.py",
    ),
    Fault(
        "course/player/lesson/scorm.js",
        "answer === RIGHT || ",
        "",
        "tests/scripts/lesson.test.js",
    ),
    # What scans all files.
    Fault(
        "models/stamps.py",
        "from pathlib import Path",
        "from pathlib import Path\nimport alignoscope.decoding.usable",
        "tests/test_structure.py",
    ),
    Fault(
        "ui/beam_tree/panel.py",
        "key=WIDTH,",
        'key="width",',
        "tests/pages/test_state.py",
    ),
    Fault(
        "docs/opening.md",
        "# What can be opened",
        "# So many can be opened",
        "tests/test_english.py",
    ),
    # Scripts and styles.
    Fault(
        "ui/player/drawing/transport.js",
        "PageUp: step - 1",
        "PageUp: step + 1",
        "tests/scripts/moving.test.js",
    ),
    Fault(
        "ui/what_if/row_redistribution.js",
        "others > 1e-9",
        "others > 1",
        "tests/scripts/moving.test.js",
    ),
    Fault(
        "ui/beam_tree/layout.js",
        "children[i].sort(order)",
        "children[i]",
        "tests/scripts/moving.test.js",
    ),
    Fault(
        "course/player/questions/answers.js",
        "text.toLowerCase()",
        "text",
        "tests/scripts/lesson.test.js",
    ),
    Fault(
        "ui/player/drawing/options.js",
        "change(input.checked)",
        "change(!input.checked)",
        "tests/journeys/test_browser_player.py tests/journeys/test_browser_views.py",
    ),
    Fault(
        "ui/player/drawing/cards.js",
        "at((y - top) * dense)",
        "at(y * dense)",
        "tests/journeys/test_browser_views.py",
    ),
    Fault(
        "ui/player/control/redraw.js",
        '!("picture" in data) && ',
        "",
        "tests/journeys/test_browser_views.py",
    ),
    Fault(
        "records/json_values.py",
        "not isinstance(value, float) or isfinite(value)",
        "True",
        "tests/records/test_json_values.py",
    ),
    # What all visitors share, and the app's own server.
    Fault(
        "serving/bounded_cache.py",
        "self._values.move_to_end(key)",
        "pass",
        "tests/serving/test_bounded_cache.py",
    ),
    Fault(
        "serving/bounded_cache.py",
        "self._size += size - before",
        "self._size += size",
        "tests/serving/test_bounded_cache.py",
    ),
    Fault(
        "server/host_guard.py",
        "not (self._metrics or _is_here(scope))",
        "not self._metrics and False",
        "tests/server/test_host_guard.py::test_metrics_are_for_this_machine",
    ),
    Fault(
        "server/class_routes.py",
        "if len(body) > MOST_BYTES:",
        "if False:",
        "tests/server/test_class_routes.py",
    ),
    Fault(
        "server/component_files.py",
        'if b"gzip" in dict(scope["headers"]).get(b"accept-encoding", b""):',
        "if True:",
        "tests/server/test_component_files.py",
    ),
    Fault(
        "server/upload_limit.py",
        "self._coming[session] -= come",
        "pass",
        "tests/server/test_upload_limit.py",
    ),
    # What is trained, and what is measured.
    Fault(
        "training/loss.py",
        "(1 - smoothing) * log_prob + smoothing * mean_log_prob",
        "log_prob",
        "tests/training/test_loss.py",
    ),
    Fault(
        "training/loss.py",
        "return -(shares * logs).sum() / len(scores)",
        "return -(shares * logs).sum() / shares.sum()",
        "tests/training/test_loss.py tests/training/test_guide.py",
    ),
    Fault(
        "training/mix.py",
        "pairs = (end - begin) * mix.total",
        "pairs = end * mix.total",
        "tests/training/test_mix.py",
    ),
    Fault(
        "data/split.py",
        " and fold(pair.target) not in targets",
        "",
        "tests/data/test_data.py tests/training/test_mix.py",
    ),
    Fault(
        "decoding/heads.py",
        "decoder.aligned if attention == CROSS else None",
        "None",
        "tests/decoding/test_heads.py",
    ),
    Fault(
        "evaluation/alignment.py",
        "attention_links(backward, gold, extraction, backward=True)",
        "attention_links(backward, gold, extraction)",
        "tests/evaluation/test_gold_error.py",
    ),
    Fault(
        "evaluation/forced.py",
        "round(-log_prob / tokens, 4)",
        "round(-log_prob / kept, 4)",
        "tests/evaluation/test_forced.py",
    ),
    Fault(
        "evaluation/forced.py",
        "skipped=len(pairs) - kept",
        "skipped=0",
        "tests/evaluation/test_forced.py",
    ),
    Fault(
        "evaluation/forced.py",
        "weights.sum(axis=0,",
        "weights.sum(axis=1,",
        "tests/evaluation/test_forced.py",
    ),
    Fault(
        "records/report.py",
        "(bleu[45] + bleu[50]) / 2 / bleu[10]",
        "bleu[50] / bleu[10]",
        "tests/records/test_report.py",
    ),
    Fault(
        "records/report.py",
        'if row.part != "dev"]',
        "if row.part]",
        "tests/ui/model_results/test_trade_chart.py",
    ),
    Fault(
        "records/report.py",
        'bleu.get("test", bleu.get("dev"))',
        'bleu.get("dev", bleu.get("test"))',
        "tests/records/test_report.py",
    ),
    Fault(
        "records/variant.py",
        "elif self.bidirectional and self.hidden_size % 2:",
        "elif self.hidden_size < 0:",
        "tests/records/test_variant.py",
    ),
    Fault(
        "live/page/address.js",
        'text === "true"',
        "Boolean(text)",
        "tests/scripts/address.test.js",
    ),
    Fault(
        "ui/web/lifecycle.js",
        "setStateValue ?? toNobody",
        "setStateValue",
        f"{WALK}::test_nothing_in_a_lesson_is_collapsed_or_off_the_screen[some]",
    ),
    Fault(
        "course/player/lesson/lesson.css",
        ".lab-place { width: 100%;",
        ".lab-place {",
        f"{WALK}::test_nothing_in_a_lesson_is_collapsed_or_off_the_screen[some]",
    ),
    Fault(
        "ui/player/maps.css",
        ".strand path.lit { stroke-opacity: 1; }",
        ".map .lit { stroke-width: 0.6px; }",
        f"{WALK}::test_a_ribbon_is_as_wide_as_its_weight_whatever_is_pointed_at",
    ),
)


def main(paths: list[str]) -> int:
    """Plant the faults and print a line for each; return the number of those that were missed."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "alignoscope")
        clone = ["git", "-c", "advice.detachedHead=false", "clone", "--quiet", "--shared"]
        subprocess.run([*clone, ROOT, copy], check=True)
        sys.path[0] = folder  # which had the tests of this checkout
        os.environ |= {"PYTHONPATH": folder, "OMP_NUM_THREADS": "1"}
        for name in SLOW_TO_IMPORT:
            import_module(name)
        chosen = [one for one in FAULTS if not paths or any(part in one.file for part in paths)]
        missed = sum(not is_caught(fault, copy) for fault in chosen)
    print(f"{len(chosen) - missed} of {len(chosen)} faults were caught.")
    return missed


def is_caught(fault: Fault, copy: Path) -> bool:
    """Plant a fault, run its tests, and take it out again; return whether a test failed."""
    file = copy / fault.file
    text = file.read_text(encoding="utf-8")
    assert text.count(fault.old) == 1, fault
    file.write_text(text.replace(fault.old, fault.new), encoding="utf-8")
    child = get_context("fork").Process(target=run_tests, args=(copy, fault.tests.split()))
    child.start()
    child.join()
    file.write_text(text, encoding="utf-8")
    assert child.exitcode in (0, CAUGHT), fault
    new = " ".join(fault.new.split())
    print("caught" if child.exitcode else "missed", fault.file, new, sep=" | ", flush=True)
    return child.exitcode == CAUGHT


def run_tests(copy: Path, tests: list[str]) -> None:
    """Run tests in a clone without output, and end this process with their result."""
    os.chdir(copy)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    if tests[0].endswith(".js"):
        result = subprocess.run(["node", "--test", *tests]).returncode
    else:
        result = pytest.main([*PYTEST, *tests])
    sys.exit({0: 0, 1: CAUGHT}[result])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) > 0)
