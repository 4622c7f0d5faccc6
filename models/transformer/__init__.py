"""The Transformer of Vaswani et al. 2017, with layer normalisation before each sublayer.

It has no RNN: tokens attend to each other. `heads` has multi-head attention and the positions,
`layers` the layers and the encoder, and `decoder` the decoder, which decodes step by step like
those of `models.decoders`.
"""
