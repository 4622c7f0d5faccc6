"""Synthetic tasks whose word links are exact, because the generator of a pair knows its links.

Each task turns a count and a seed into pairs with links; those of the Hindi phrases are in a file
that `tools.hindi_phrases` wrote. The links show what attention should find; on real text, even
people disagree about some links.
"""
