"""See how attention works: Bahdanau and Luong encoder-decoders, their traces and their maps."""
