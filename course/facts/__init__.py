"""Facts about models, computed: each function takes checkpoints and returns one value or row."""

FactValue = str | int | float
