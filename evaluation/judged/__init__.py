"""Human grades of translations: sentences and checkpoints come in, counts of grades go out."""
