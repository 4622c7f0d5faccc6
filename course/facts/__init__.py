"""What lessons say of models, computed: checkpoints come in, one number, word or row goes out."""

Value = str | int | float
