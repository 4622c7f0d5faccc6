"""Time to translate and to train beside JoeyNMT, OpenNMT-py and Marian, where they are installed.

Run `.venv/bin/python benchmarks/peers.py`; the result is printed, written to peers.json, and says
which of them are not installed. All models have a bidirectional encoder and a decoder, each of
one layer of GRUs, and the sizes of ours. Each writes the same number of tokens on one thread: ours
for `SENTENCE`, the others with random weights, and these may not end earlier. They take turns, and
numbers are medians: greedy and beam 5 of one sentence, and greedy of 64 together. Ours make whole
traces of one sentence, and texts of 64. Ours multiply by matrices in float16, the others in
float32, as each of them does by itself. Times are the process's processor time, since Marian works
in threads of its own. Marian's two directions of the encoder have the whole size each, ours half.

Training is one update of a batch without padding, beside JoeyNMT alone: ours by the recipe, with
Muon, the average of the weights and bf16 where the processor has it; JoeyNMT's with Adam, clipped
gradients and float32.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import torch

from alignoscope.benchmarks import result
from alignoscope.decoding.best import best_texts, best_translations
from alignoscope.models.checkpoint import Checkpoint, load_checkpoint
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.records.variant import ModelConfig
from alignoscope.training.batches import TrainingExample, collate
from alignoscope.training.config import TrainingConfig
from alignoscope.training.optimizers import average_model, build_optimizers
from alignoscope.training.parallel import join_team
from alignoscope.training.updates import training_step

ROOT = Path(__file__).parent.parent
SENTENCE = "We often walk to the old station near the river."
SOURCE, MANY, RUNS = 12, 64, 15
OURS = ("luong-general", "bahdanau-additive", "nematus-additive")  # the last is Marian's
TRAINED = OURS[:2]
ROWS = 128  # sentences of a training batch, each of SOURCE source tokens and one more in the target
Decode = Callable[[int, int], object]  # sentences at once, width
Update = Callable[[], object]


def main() -> None:
    """Measure our models and those of the installed peers, in turns."""
    torch.set_num_threads(1)
    written = {f"ours, {name}": _count_tokens(name) for name in OURS}
    tokens = written["ours, luong-general"]
    decoders: dict[str, Decode] = {f"ours, {name}": _ours(name) for name in OURS}
    updates: dict[str, Update] = {f"ours, {name}": _our_update(name) for name in TRAINED}
    missing = []
    for package, make in PEERS.items():
        if find_spec(package):
            decoders |= make(tokens)
        else:
            missing.append(package)
    if "joeynmt" not in missing:
        updates |= joeynmt_updates()
    rows = [row | {"greedy tokens": written.get(row["of"], tokens)} for row in measure(decoders)]
    measured = {
        "tokens": tokens,
        "runs": RUNS,
        "not installed": missing,
        "medians, ms": rows,
        "target tokens a second in training": measure_training(updates),
    }
    packages = ("torch", *(NAMES[name] for name in PEERS if name not in missing))
    result.write("peers", "python benchmarks/peers.py", packages, measured)


def measure(decoders: Mapping[str, Decode]) -> list[dict[str, object]]:
    """Return the medians of every decoder; in each round each has its turn."""
    kinds = {"greedy": (1, 1), "beam 5": (1, 5), f"greedy, a sentence of {MANY}": (MANY, 1)}
    times: dict[tuple[str, str], list[float]] = {}
    for kind, (count, width) in kinds.items():
        for number in range(RUNS + 2):
            for name, decode in decoders.items():
                started = time.process_time()
                decode(count, width)
                if number > 1:  # the first two warm up
                    passed = 1000 * (time.process_time() - started) / count
                    times.setdefault((name, kind), []).append(passed)
    medians = {key: round(statistics.median(values), 2) for key, values in times.items()}
    return [{"of": name} | {kind: medians[name, kind] for kind in kinds} for name in decoders]


def measure_training(updates: Mapping[str, Update]) -> dict[str, int]:
    """Return the target tokens a second of every trainer, from the medians of updates in turns."""
    times: dict[str, list[float]] = {name: [] for name in updates}
    for number in range(RUNS + 2):
        for name, update in updates.items():
            started = time.process_time()
            update()
            if number > 1:
                times[name].append(time.process_time() - started)
    tokens = ROWS * (SOURCE + 1)
    return {name: round(tokens / statistics.median(passed)) for name, passed in times.items()}


def _count_tokens(variant: str) -> int:
    return len(best_translations(_checkpoint(variant), [SENTENCE], 1)[0].steps)


def _shape() -> ModelConfig:
    """Return the sizes of our models, which the peers' models have, too."""
    return _checkpoint(OURS[0]).model.config


@cache
def _checkpoint(variant: str) -> Checkpoint:
    return load_checkpoint(ROOT / "checkpoints" / "eng-fra" / f"{variant}.safetensors")


def _ours(variant: str) -> Decode:
    checkpoint = _checkpoint(variant)

    def decode(count: int, width: int) -> object:
        make = best_translations if count == 1 else best_texts
        return make(checkpoint, [SENTENCE] * count, width)

    return decode


def _our_update(variant: str) -> Update:
    config = TrainingConfig()
    model = Seq2Seq(_checkpoint(variant).model.config)
    optimizers, averaged = build_optimizers(model, config), average_model(model, config.average)
    batch = collate([TrainingExample(*pair) for pair in random_pairs()], "cpu")
    assert averaged

    def update() -> None:
        training_step(model, optimizers, batch, config, step=300, total=3000, team=join_team("cpu"))
        averaged.update_parameters(model)

    return update


def random_pairs() -> list[tuple[list[int], list[int]]]:
    """Return the random token ids of the sentences of a training batch and of their targets."""
    chance = torch.Generator().manual_seed(0)
    ids = torch.randint(5, _shape().vocab_size, (ROWS, 2 * SOURCE + 1), generator=chance).tolist()
    return [(row[:SOURCE], row[SOURCE:]) for row in ids]


def joeynmt_decoders(tokens: int) -> dict[str, Decode]:
    """Return JoeyNMT's two attentions, with and without input feeding as ours."""
    from joeynmt.search import beam_search, greedy

    def made(attention: str) -> Decode:
        model = _joeynmt_model(attention).eval()
        limits = {"min_output_length": tokens, "max_output_length": tokens}

        @torch.no_grad()
        def decode(count: int, width: int) -> object:
            source = torch.arange(10, 10 + SOURCE).expand(count, -1)
            lengths, mask = torch.full((count,), SOURCE), torch.ones(count, 1, SOURCE).bool()
            output, hidden, _, _ = model(
                return_type="encode", src=source, src_length=lengths, src_mask=mask
            )
            parts = {"src_mask": mask, "model": model, "return_prob": "hyp", **limits}
            parts |= {"encoder_output": output, "encoder_hidden": hidden}
            if width == 1:
                return greedy(**parts)
            return beam_search(beam_size=width, alpha=1.0, **parts)

        return decode

    return {f"JoeyNMT, {name}": made(name) for name in ("luong", "bahdanau")}


def joeynmt_updates() -> dict[str, Update]:
    """Return one training update of both of JoeyNMT's attentions."""

    def made(attention: str) -> Update:
        model = _joeynmt_model(attention).train()
        model.loss_function = ("crossentropy", 0.1)
        optimizer = torch.optim.Adam(model.parameters(), 3e-3)
        source, target = map(torch.tensor, zip(*random_pairs(), strict=True))
        batch = {
            "src": source,
            "src_length": torch.full((ROWS,), SOURCE),
            "src_mask": torch.ones(ROWS, 1, SOURCE).bool(),
            "trg_input": torch.cat([torch.full((ROWS, 1), 2), target[:, :-1]], dim=1),
            "trg": target,
            "trg_mask": torch.ones(ROWS, 1, SOURCE + 1).bool(),
        }

        def update() -> None:
            loss = model(return_type="loss", **batch)[0] / target.numel()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            loss.item()

        return update

    return {f"JoeyNMT, {name}": made(name) for name in ("luong", "bahdanau")}


def _joeynmt_model(attention: str):
    """Return a model of JoeyNMT with random weights, without input feeding as ours."""
    from types import SimpleNamespace

    from joeynmt.model import build_model
    from joeynmt.vocabulary import Vocabulary

    marks = {"unk": 0, "pad": 1, "bos": 2, "eos": 3, "sep": 4}
    symbols = {f"{name}_token": f"<{name}>" for name in marks}
    symbols |= {f"{name}_id": number for name, number in marks.items()}
    special = SimpleNamespace(**symbols, lang_tags=[])
    vocabulary = Vocabulary([f"piece{i}" for i in range(_shape().vocab_size - len(marks))], special)
    side = {"type": "recurrent", "rnn_type": "gru", "num_layers": 1, "dropout": 0.0}
    size = _shape().hidden_size
    side |= {"embeddings": {"embedding_dim": size}}
    config = {
        "tied_embeddings": True,
        "encoder": {**side, "hidden_size": size // 2, "bidirectional": True},
        "decoder": {**side, "hidden_size": size, "attention": attention},
    }
    config["decoder"] |= {"input_feeding": False, "init_hidden": "bridge"}
    return build_model(config, vocabulary, vocabulary)


def opennmt_decoders(tokens: int) -> dict[str, Decode]:
    """Return OpenNMT-py's decoder with Luong's general and with its additive attention."""
    from collections import Counter

    import onmt.opts
    from onmt.constants import DefaultTokens, ModelTask
    from onmt.model_builder import build_base_model
    from onmt.translate import GNMTGlobalScorer, Translator
    from onmt.utils.parse import ArgumentParser
    from pyonmttok import build_vocab_from_tokens

    marks = [getattr(DefaultTokens, name) for name in ("UNK", "PAD", "BOS", "EOS")]
    pieces = Counter(f"piece{i}" for i in range(_shape().vocab_size - len(marks)))
    vocabulary = build_vocab_from_tokens(pieces, special_tokens=marks)
    sides = {"src": vocabulary, "tgt": vocabulary}
    sides |= {"decoder_start_token": DefaultTokens.BOS, "data_task": ModelTask.SEQ2SEQ}
    parser = ArgumentParser()
    for add in (
        onmt.opts.model_opts,
        onmt.opts.distributed_opts,
        onmt.opts._add_train_general_opts,
    ):
        add(parser)

    def made(attention: str) -> Decode:
        options = parser.parse_known_args(["-data", "none"])[0]
        size = _shape().hidden_size
        sizes = {"enc_hid_size": size, "dec_hid_size": size, "hidden_size": size}
        sizes |= {"src_word_vec_size": size, "tgt_word_vec_size": size, "word_vec_size": size}
        shape = {
            "encoder_type": "brnn",
            "brnn": True,
            "decoder_type": "rnn",
            "rnn_type": "GRU",
            "input_feed": 0,
        }
        shape |= {"enc_layers": 1, "dec_layers": 1, "layers": 1, "global_attention": attention}
        shape |= {"share_embeddings": True, "share_decoder_embeddings": True, "freeze_word_vecs": 0}
        vars(options).update(sizes | shape, model_task=ModelTask.SEQ2SEQ)
        model = build_base_model(options, sides).eval()
        for parameter in model.parameters():
            torch.nn.init.uniform_(parameter, -0.1, 0.1)
        scorer = GNMTGlobalScorer(0.0, 0.0, "avg", "none")
        limits = {"min_length": tokens, "max_length": tokens, "max_length_ratio": 0}

        def decode(count: int, width: int) -> object:
            greedy = {"random_sampling_topk": 1} if width == 1 else {}
            translator = Translator(
                model, sides, global_scorer=scorer, beam_size=width, seed=0, **limits, **greedy
            )
            translator.dump_beam = ""
            source = torch.arange(10, 10 + SOURCE).expand(count, -1).unsqueeze(-1)
            batch = {"src": source, "srclen": torch.full((count,), SOURCE)}
            return translator.translate_batch(batch, attn_debug=True)

        return decode

    return {f"OpenNMT-py, {name}": made(name) for name in ("general", "mlp")}


def marian_decoders(tokens: int) -> dict[str, Decode]:
    """Return Marian's `s2s`, which writes no end mark: its weights are those of one update."""
    import numpy as np
    from pymarian import Translator

    folder, ids = Path(tempfile.mkdtemp()), range(2, _shape().vocab_size)
    names = {name: str(folder / name) for name in ("vocab.yml", "source", "target", "model.npz")}
    pieces = ['"</s>": 0', '"<unk>": 1', *(f'"piece{i}": {i}' for i in ids)]
    Path(names["vocab.yml"]).write_text("\n".join(pieces) + "\n")
    for side in ("source", "target"):
        lines = [" ".join(f"piece{i}" for i in row) for row, _ in random_pairs()]
        Path(names[side]).write_text("\n".join(lines) + "\n")
    size, vocabularies = str(_shape().hidden_size), [names["vocab.yml"]] * 2
    options = ["--type", "s2s", "--tied-embeddings-all", "--dim-emb", size, "--dim-rnn", size]
    options += ["--vocabs", *vocabularies, "--dim-vocabs", *[str(len(pieces))] * 2]
    options += ["--train-sets", names["source"], names["target"], "--model", names["model.npz"]]
    options += ["--after", "1u", "--cpu-threads", "1", "--quiet"]
    train = (
        "import _pymarian, sys; _pymarian.main(['train', *sys.argv[1:]])"  # It ends the process.
    )
    subprocess.run([sys.executable, "-c", train, *options], check=True)
    weights = dict(np.load(names["model.npz"]))
    weights["decoder_ff_logit_l2_b"][0, 0] = -1e9
    np.savez(names["model.npz"], **weights)
    made = {
        width: Translator(
            models=names["model.npz"],
            vocabs=vocabularies,
            beam_size=width,
            normalize=1,
            max_length_factor=(tokens - 0.5) / SOURCE,
            mini_batch=MANY,
            workspace=512,
            cpu_threads=1,
            quiet=True,
        )
        for width in (1, 5)
    }
    sentence = " ".join(f"piece{i}" for i in range(10, 9 + SOURCE))  # Marian adds the end mark.

    def decode(count: int, width: int) -> object:
        written = made[width].translate("\n".join([sentence] * count))
        assert len(written.splitlines()[-1].split()) == tokens
        return written

    return {"Marian, s2s": decode}


PEERS = {"joeynmt": joeynmt_decoders, "onmt": opennmt_decoders, "pymarian": marian_decoders}
NAMES = {"joeynmt": "joeynmt", "onmt": "OpenNMT-py", "pymarian": "pymarian"}


if __name__ == "__main__":
    main()
