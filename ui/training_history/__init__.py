"""The page “Training”: maps of one sentence over the updates of a training run."""
