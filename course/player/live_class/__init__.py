"""A live class in the browser: the presenter's screen and the phones."""
