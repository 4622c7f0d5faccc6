"""What all visitors share: loaded models, traces, the batch scheduler and worker processes."""
