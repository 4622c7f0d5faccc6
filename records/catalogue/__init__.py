"""What there is to say about every score and timing, once: formula, paper, sentence, diagram."""
