"""How all maps of a player stand on one screen: placed, fitted, enlarged where they are pointed at.

What a map looks like is in `components/maps`, what a person does with it in `components/player`.
"""
