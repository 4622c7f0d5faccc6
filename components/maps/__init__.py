"""Scripts and styles that draw and point at maps, for both players: views go in, elements come out.
They know no server and no session; no Python lives here.
"""
