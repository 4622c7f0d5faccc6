"""Scripts that write the data files of this room. Nothing imports them, and no wheel has them."""
