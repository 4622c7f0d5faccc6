"""Engine in JavaScript: runs exported models, with a tokenizer and a decoding loop of its own.

It knows torch calls, but no score, timing or normaliser. It runs in a worker and in Node.
"""
