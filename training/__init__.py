"""The training recipe (`python -m training --help`): a corpus and options go in, a checkpoint and
a state to go on from come out. It knows no page, figure or measure but the loss.
"""
