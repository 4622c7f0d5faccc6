"""Tools of contributors, which a wheel lacks: they write committed data and document results."""
