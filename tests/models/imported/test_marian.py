"""Models of Marian and Nematus: their own numbers, and all that works on a model of ours."""

from pathlib import Path

import numpy as np
import pytest

import alignoscope
from alignoscope.analysis import edits
from alignoscope.analysis.arithmetic import cell_arithmetic
from alignoscope.decoding.beam import beam_search
from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.decoding.what_if import continue_from, token_id
from alignoscope.models.checkpoint import Checkpoint, load_checkpoint, save_checkpoint
from alignoscope.models.imported.arrays import NEMATUS
from alignoscope.models.imported.converting import import_model
from tests.shared.tool_files import FOLDER, real

MARIAN = FOLDER / "marian"
FILES = MARIAN / "m.npz", MARIAN / "s.yml", MARIAN / "t.yml"
SOURCE = (MARIAN / "source.en").read_text().splitlines()
CLOSE = 2e-6  # Marian writes six digits


@pytest.fixture(scope="module")
def marian() -> Checkpoint:
    return import_model(*FILES)


def test_greedy_translations_have_marians_own_soft_alignments(marian: Checkpoint) -> None:
    (own,) = real("marian/decode.soft", "marian/source.en")
    for sentence, trace in zip(own.sentences, translate(marian, SOURCE), strict=True):
        assert trace.target.text.split() == list(sentence.target.pieces[:-1])
        np.testing.assert_allclose(trace.weights, sentence.maps[0, 0], rtol=0, atol=CLOSE)


def test_forced_translations_have_its_alignments_and_log_probabilities(marian: Checkpoint) -> None:
    (own,) = real("marian/score.soft", "marian/source.en", "marian/forced.fr")
    targets = (MARIAN / "forced.fr").read_text().splitlines()
    for sentence, trace in zip(own.sentences, force(marian, SOURCE, targets), strict=True):
        np.testing.assert_allclose(trace.weights, sentence.maps[0, 0], rtol=0, atol=CLOSE)
        assert trace.log_prob == pytest.approx(sentence.log_prob, abs=2e-5)


def test_beam_search_finds_its_n_best_list(marian: Checkpoint) -> None:
    (own,) = real("marian/nbest.soft", "marian/source.en")
    best = [one for one in own.sentences if one.rank == 0]
    for sentence, found in zip(best, beam_search(marian, SOURCE, 6), strict=True):
        assert found[0].log_prob == pytest.approx(sentence.log_prob, abs=2e-5)


def test_a_saved_one_is_the_very_same(marian: Checkpoint, tmp_path: Path) -> None:
    save_checkpoint(marian, tmp_path / "nematus-additive.safetensors", exact=True)
    again = load_checkpoint(tmp_path / "nematus-additive.safetensors")
    for name, weight in again.model.state_dict().items():
        np.testing.assert_array_equal(weight, marian.model.state_dict()[name])
    for one, other in zip(translate(marian, SOURCE), translate(again, SOURCE), strict=True):
        np.testing.assert_allclose(one.weights, other.weights, rtol=0, atol=1e-6)
        assert one.target == other.target


def test_what_ifs_branches_and_arithmetic_work_on_it(marian: Checkpoint) -> None:
    trace = translate(marian, SOURCE)[1]
    assert trace.source.pieces == ("▁a", "▁small", "▁house@@", "▁boat", "▁.", "</s>")
    chat = token_id(marian, "chat")
    branch = continue_from(marian, trace.source, prefix=[trace.target.ids[0], chat])
    assert branch.target.text.startswith("un chat")
    cell = cell_arithmetic(marian, trace, 1, 2)
    assert cell.terms.values.sum() == pytest.approx(float(trace.scores[1, 2]), abs=1e-4)


def test_an_edited_row_decodes_on(marian: Checkpoint) -> None:
    """The first step looks where it was told to, and what follows comes from there."""
    before = translate(marian, SOURCE)[0]
    row = edits.only(before.weights[0], [2])
    after = continue_from(marian, before.source, edits={0: row})
    np.testing.assert_allclose(after.weights[0], row, atol=1e-6)
    assert before.weights[0, 2] < 0.5
    assert after.mode == "edited"
    assert after.target.text != before.target.text
    same = continue_from(marian, before.source, edits={0: before.weights[0]})
    assert same.target == before.target
    np.testing.assert_allclose(same.weights, before.weights, atol=1e-6)


def test_words_of_one_side_are_never_written_and_unknown_ones_are_read(marian: Checkpoint) -> None:
    trace = translate(marian, ["le xylophone sleeps ."])[0]
    unknown = translate(marian, ["<unk> <unk> sleeps ."])[0]
    assert all("sleeps" not in step.token for step in trace.steps)
    best = {candidate.token for step in trace.steps for candidate in step.candidates[:5]}
    assert "▁sleeps" not in best
    np.testing.assert_allclose(trace.weights[0], unknown.weights[0], atol=1e-6)


def test_nematus_names_are_read_as_marians(marian: Checkpoint, tmp_path: Path) -> None:
    arrays = dict(np.load(FILES[0]))
    del arrays["special:model.yml"]
    names = {new: old for old, new in NEMATUS.items()}
    renamed = {names.get(name, name): array for name, array in arrays.items()}
    renamed["ff_logit_W"] = renamed.pop("decoder_ff_logit_l2_Wt").T
    renamed["decoder_c_tt"] = np.zeros(1, np.float32)
    assert {"Wemb", "Wemb_dec", "decoder_Wcx", "ff_logit_lstm_W"} <= renamed.keys()
    np.savez(tmp_path / "nematus.npz", **renamed)
    found = import_model(tmp_path / "nematus.npz", *FILES[1:])
    for one, other in zip(translate(marian, SOURCE), translate(found, SOURCE), strict=True):
        np.testing.assert_array_equal(one.weights, other.weights)


def test_it_is_loaded_in_python() -> None:
    model = alignoscope.load(FILES[0], FILES[1:])
    assert alignoscope.translate(model, SOURCE[0]).text == "le chat rouge dort ."


def changed(tmp_path: Path, change) -> Path:
    arrays = dict(np.load(FILES[0]))
    change(arrays)
    np.savez(tmp_path / "other.npz", **arrays)
    return tmp_path / "other.npz"


def set_option(name: str, value: str):
    def change(arrays: dict) -> None:
        text = arrays["special:model.yml"].tobytes().rstrip(b"\0").decode()
        lines = [
            f"{name}: {value}" if line.startswith(f"{name}:") else line for line in text.split("\n")
        ]
        arrays["special:model.yml"] = np.frombuffer("\n".join(lines).encode() + b"\0", np.int8)

    return change


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (set_option("type", "transformer"), "of the type transformer: only s2s, nematus, amun"),
        (set_option("dec-cell", "lstm"), "trained with dec-cell: lstm"),
        (set_option("enc-depth", "4"), "trained with enc-depth: 4"),
        (set_option("layer-normalization", "true"), "layer-normalization: true"),
        (lambda arrays: arrays.pop("decoder_cell2_Wx"), "decoder_cell2_Wx is not there"),
        (lambda arrays: arrays.pop("decoder_cell1_U"), "no RNN model of Marian"),
        (
            lambda arrays: arrays.update(decoder_U_att=np.zeros((3, 1), np.float32)),
            "decoder_U_att is \\(3, 1\\): expected \\(64, 1\\)",
        ),
        (
            lambda arrays: arrays.update(encoder_Wemb=arrays["encoder_Wemb"] * np.float32(np.nan)),
            "encoder_Wemb is not all finite",
        ),
        (
            lambda arrays: arrays.update(encoder_lns=np.zeros((1, 3), np.float32)),
            "arrays that are not known here, such as encoder_lns",
        ),
        (
            lambda arrays: arrays.update(extra=np.array([{}], dtype=object)),
            "holds Python objects",
        ),
    ],
)
def test_other_models_are_refused_with_what_they_are(tmp_path: Path, change, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        import_model(changed(tmp_path, change), *FILES[1:])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("</s>: 0\n<unk>: 1\nthe\n", "line 3: expected a token and its number"),
        ("</s>: 0\n<unk>: 1\nthe: 3\n", "numbers from 0, none left out"),
        ("</s>: 0\n<unk>: 1\na: 2\nthe: 2\n", "'a' and 'the' both have number 2"),
        ("</s>: 0\n<unk>: 1\n▁the: 2\n", "3 tokens, its model's table 14"),
        ('{"a": "b"}', "expected tokens and their numbers"),
        ("\n".join(f"▁{i}: {i}" for i in range(14)), "pieces of SentencePiece"),
    ],
)
def test_other_vocabularies_are_refused(tmp_path: Path, text: str, reason: str) -> None:
    (tmp_path / "v.yml").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=reason):
        import_model(FILES[0], tmp_path / "v.yml", FILES[2])


def test_quoted_and_json_vocabularies_are_read(marian: Checkpoint, tmp_path: Path) -> None:
    words = dict(line.split(": ") for line in FILES[1].read_text().splitlines())
    quoted = "".join(f'"{word}": {number}\n' for word, number in words.items())
    (tmp_path / "q.yml").write_text(quoted)
    (tmp_path / "j.json").write_text(str({w: int(n) for w, n in words.items()}).replace("'", '"'))
    for name in ("q.yml", "j.json"):
        found = import_model(FILES[0], tmp_path / name, FILES[2])
        assert found.tokenizer.to_json() == marian.tokenizer.to_json()
