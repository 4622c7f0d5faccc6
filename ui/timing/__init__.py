"""The timing diagram of a decoding step, which the anatomy and the flow show."""
