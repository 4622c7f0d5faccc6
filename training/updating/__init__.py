"""What changes a model: a batch goes in, the loss of an update comes out. It knows no corpus, no
file and no epoch.
"""
