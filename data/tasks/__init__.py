"""Tasks whose word links are exact, because whoever writes a pair knows its links.

A count and a seed come in, pairs and their links go out. They show what attention should find: on
real text even people disagree about some links.
"""
