"""Live classes: what a presenter asks and phones vote on, and what their requests return.

Nothing here knows HTTP: `server/class_routes.py` receives the requests.
"""
