"""What a run reads: a corpus goes in; its pieces, the examples of an epoch and batches come out.
It knows no network and no update.
"""
