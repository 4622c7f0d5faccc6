"""The optimisers of a run, and the moving average of its weights.

Adam updates all parameters, or Muon the matrices and Adam the others.
"""

import math

import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel

from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.training.config import TrainingConfig
from alignoscope.training.hardware import has_bf16

NEWTON_SCHULZ = (3.4445, -4.7750, 2.0315)  # The coefficients of Jordan et al. 2024.
ITERATIONS = 5
Tensors = tuple[Tensor, ...] | list[Tensor]


def build_optimizers(model: nn.Module, config: TrainingConfig) -> list[torch.optim.Optimizer]:
    """Return the optimisers of a run; `peak` of a parameter group is its highest learning rate.

    With `muon`, each matrix is updated by its orthogonalised momentum (Jordan et al. 2024), since
    an update of Adam has nearly low rank. Adam updates embeddings, vectors and filters.
    """
    matrices = dict(model.named_parameters()) if config.optimizer == "muon" else {}
    matrices = {n: p for n, p in matrices.items() if p.ndim == 2 and min(p.shape) > 1}
    matrices.pop("embedding.weight", None)
    others = [p for n, p in model.named_parameters() if n not in matrices]
    found: list[torch.optim.Optimizer] = [
        torch.optim.Adam(
            [{"params": others, "peak": config.learning_rate}],
            betas=(0.9, config.beta2),
            fused=True,
        )
    ]
    if matrices:
        group = {"params": list(matrices.values()), "peak": config.muon_rate}
        muon = torch.optim.Muon if has_bf16(others[0].device.type) else Float32Muon
        found.append(
            muon([group], lr=config.muon_rate, weight_decay=0, adjust_lr_fn="match_rms_adamw")
        )
    return found


class Float32Muon(torch.optim.Muon):
    """Muon (Jordan et al. 2024) with products in float32; its state is that of torch's class.

    Torch's class computes them in bf16, which a CPU without AVX-512 emulates: the optimiser then
    takes five sixths of an update's time. The step size is that of Liu et al. 2025, section 2.2:
    an update has the root mean square of Adam's.
    """

    @torch.no_grad()
    def step(self, closure: None = None) -> None:  # type: ignore[override]
        """Update each matrix by its orthogonalised Nesterov momentum."""
        for group in self.param_groups:
            momentum = group["momentum"]
            for matrix in group["params"]:
                if matrix.grad is None:
                    continue
                state = self.state[matrix]
                buffer = state.setdefault("momentum_buffer", torch.zeros_like(matrix))
                buffer.lerp_(matrix.grad, 1 - momentum)
                update = orthogonal(matrix.grad.lerp(buffer, momentum))
                size = 0.2 * group["lr"] * math.sqrt(max(matrix.shape))
                matrix.add_(update, alpha=-size)


def orthogonal(matrix: Tensor) -> Tensor:
    """Return a matrix [m, n] with the same singular vectors and singular values of about 1.

    X <- a X + (b X X^T + c (X X^T)^2) X, from X = M / |M|  (Jordan et al. 2024).
    """
    a, b, c = NEWTON_SCHULZ
    wide = matrix if matrix.shape[0] <= matrix.shape[1] else matrix.T
    found = wide / wide.norm().clamp_min(1e-7)
    for _ in range(ITERATIONS):
        gram = found @ found.T
        found = a * found + (b * gram + c * gram @ gram) @ found
    return found if wide is matrix else found.T


def average_model(model: Seq2Seq, decay: float) -> AveragedModel | None:
    """Return a moving average of a model's weights, or None if `decay` is 0.

    It varies less than the weights themselves. Each call of its `update_parameters` moves it
    towards the model.

    The first update copies the weights. After it: average = d average + (1 - d) weights, with
    d = min(decay, (1 + n) / (10 + n)), where n is the number of updates before: early weights soon
    have little influence.
    """

    def move(averages: Tensors, weights: Tensors, count: Tensor | int) -> None:
        done = int(count)
        share = 1 - min(decay, (1 + done) / (10 + done))
        for average, weight in zip(averages, weights, strict=True):
            average.lerp_(weight.to(average.device), share)

    if not decay:
        return None
    return AveragedModel(model, multi_avg_fn=torch.no_grad()(move))
