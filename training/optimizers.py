"""The optimisers: Adam for all parameters, or Muon for the matrices between the layers."""

import torch
from torch import nn

from alignoscope.training.config import TrainingConfig


def build_optimizers(model: nn.Module, config: TrainingConfig) -> list[torch.optim.Optimizer]:
    """Return the optimisers of a run; each group of parameters has its highest rate as `peak`.

    Under `muon` each matrix moves by its momentum made orthogonal (Jordan et al. 2024), since a
    step of Adam is nearly of low rank; embeddings, vectors and filters stay with Adam.
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
        found.append(
            torch.optim.Muon(
                [group], lr=config.muon_rate, weight_decay=0, adjust_lr_fn="match_rms_adamw"
            )
        )
    return found
