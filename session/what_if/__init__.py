"""What if on a page: the branches and edits of one sentence, their traces, and their links."""
