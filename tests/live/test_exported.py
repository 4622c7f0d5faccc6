"""A model as torch calls: replayed one by one, they compute what the model does."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
import torch

from alignoscope.live import exported
from alignoscope.live.exported import Program, export_model
from alignoscope.models.checkpoint import Checkpoint
from tests.shared.samples import mostly_slow

SOURCE = torch.tensor([[5, 9, 6, 11, 3]])  # not as long as the example that was exported


def replay(
    program: Program, checkpoint: Checkpoint, inputs: Mapping[str, Any]
) -> dict[str, torch.Tensor]:
    """Make the calls of a program as they are written in JSON, and return its outputs."""
    program = Program(**json.loads(json.dumps(program._asdict())))
    weights = checkpoint.model.state_dict()
    values = {number: inputs[name] for name, number in program.inputs.items()}
    values |= {number: weights[name] for name, number in program.weights.items()}

    def argument(one: Any) -> Any:
        if isinstance(one, list):
            return [argument(part) for part in one]
        if isinstance(one, dict):
            return values[one["value"]]
        if isinstance(one, str):
            return float(one) if one == "-inf" else getattr(torch, one, one)
        return one

    for name, number, arguments in program.calls:
        own = [argument(one) for one in arguments]
        if name == "getitem":
            values[number] = own[0][own[1]]
        elif name == "add":
            values[number] = own[0] + own[1]
        elif name.startswith("alignoscope"):
            values[number] = run(*own)
        else:
            function, overload = name.split(".")
            call = getattr(getattr(torch.ops.aten, function), overload)
            names = [one.name for one in call._schema.arguments if one.kwarg_only]
            kept = len(call._schema.arguments) - len(names)
            kwargs = {k: v for k, v in zip(names, own[kept:], strict=False) if v is not None}
            values[number] = call(*own[:kept], **kwargs)
    return {name: values[number] for name, number in program.outputs.items()}


def run(inputs: torch.Tensor, *weights: Any) -> torch.Tensor:
    """Return the states of torch's own RNN, in place of the call that export does not unroll."""
    *weights, cell = weights
    kind = {"GRU": torch.nn.GRU, "LSTM": torch.nn.LSTM, "RNN_TANH": torch.nn.RNN}[cell]
    rnn = kind(inputs.shape[-1], weights[1].shape[1], batch_first=True)
    rnn.load_state_dict(dict(zip(rnn.state_dict(), weights, strict=True)))
    return rnn(inputs)[0].detach()


@pytest.mark.parametrize(
    ("variant", "cell"),
    mostly_slow(
        [
            ("luong-local-p-entmax15", "gru"),
            ("bahdanau-location-sensitive", "gru"),
            ("tacotron-additive", "lstm"),
            ("nematus-additive", "rnn"),
            ("fixed-context", "gru"),  # its keys and values are one tensor
            ("transformer", "gru"),  # its cache is empty at first, and grows
            ("transformer-no-positions", "gru"),
        ],
        always=["tacotron-additive", "fixed-context", "transformer"],
    ),
)
def test_the_calls_compute_what_the_model_does(
    variant: str, cell: str, tiny: Callable[..., Checkpoint]
) -> None:
    checkpoint = tiny(variant, cell)
    model, found = checkpoint.model, export_model(checkpoint)
    with torch.no_grad():
        memory = model.encode(SOURCE)
        state, token = model.decoder.initial_state(memory), torch.tensor([7])
        parts = replay(found.encode, checkpoint, {"source": SOURCE})
        for step in range(3):
            given = torch.tensor([[0.5, 0.25, 0, 0, 0.25]]) if step == 1 and found.given else None
            output = model.step(token, state, memory, given)
            program = found.step if given is None else found.given
            assert program is not None
            parts |= replay(program, checkpoint, {**parts, "token": token, "given": given})
            torch.testing.assert_close(parts["logits"], model.logits(*output.written))
            torch.testing.assert_close(parts["context"], output.attention.context)
            if output.attention.weights is not None:
                torch.testing.assert_close(parts["weights"], output.attention.weights)
            if output.attention.scores is not None:
                torch.testing.assert_close(parts["scores"], output.attention.scores)
            state = output.state


def test_a_call_that_the_engine_does_not_have_is_named(
    tiny: Callable[..., Checkpoint], monkeypatch: pytest.MonkeyPatch
) -> None:
    without = exported.KNOWN_CALLS - {"bmm.default", "tanh.default"}
    monkeypatch.setattr(exported, "KNOWN_CALLS", without)
    with pytest.raises(ValueError, match=r"^luong-dot: .* torch call tanh\.default"):
        export_model(tiny("luong-dot"))  # the first program that fails is the encoder


def test_what_a_model_cannot_read_or_be_given_is_written(tiny: Callable[..., Checkpoint]) -> None:
    location, fixed = export_model(tiny("luong-location")), export_model(tiny("fixed-context"))
    assert (location.longest, fixed.longest) == (101, 111)
    assert fixed.given is None
    assert location.given is not None
    assert location.given.inputs.keys() - location.step.inputs.keys() == {"given"}
    written = json.loads(location.to_json())
    assert written["longest"] == 101
    assert written["step"]["calls"][0] == list(location.step.calls[0])


def test_a_model_of_a_checkpoint_is_exported_as_it_was_before_packing(
    tiny: Callable[..., Checkpoint],
) -> None:
    checkpoint = tiny("luong-general")
    plain = export_model(checkpoint).to_json()
    checkpoint.model.pack()
    assert export_model(checkpoint).to_json() == plain
