"""What all pages share: the frame, session keys, the address, pickers and the sentence box."""
