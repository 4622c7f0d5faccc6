"""Input that nobody wrote in good faith, by the thousand: each is read, or refused with a reason.

    .venv/bin/python benchmarks/hostile --count 10000

Sentences of all planes of Unicode, links to all pages, and mutations of a trace file, of the files
of every importer and of models. Anything but a `ValueError`, or what a page says, is printed with
the number that makes it again. Each kind has a process of its own, whose slowest and whose memory
is noted. The tests run some of each.
"""
