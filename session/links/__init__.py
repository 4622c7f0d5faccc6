"""What a page's address holds: every query parameter is read, checked and written in this room.

Texts come in from links that anybody may write; checked values, and warnings, go out.
"""
