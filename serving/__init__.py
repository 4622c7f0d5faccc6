"""The work that all visitors share: models, traces, the batch scheduler and worker processes."""
