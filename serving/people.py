"""Who a visitor is: the name in a cookie that this server signed, or else the network address.

A cookie that visitors may make up would make them new people, each with a new share, at will.
"""

import hmac
import secrets

COOKIE = "alignoscope_person"
_KEY = secrets.token_bytes(32)  # of this start of the server


def new_cookie() -> str:
    """Return the content of a cookie for a new person: a random name with its signature."""
    name = secrets.token_hex(16)
    return f"{name}.{sign(name)}"


def named_in(cookie: str) -> str:
    """Return the name in a cookie that this server signed, or ""."""
    name, signature, *_ = [*cookie.split("."), "", ""]
    return name if hmac.compare_digest(signature.encode(), sign(name).encode()) else ""


def sign(text: str) -> str:
    """Return a signature that only this start of the server can make."""
    return hmac.digest(_KEY, text.encode(), "sha256").hex()
