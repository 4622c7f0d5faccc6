"""The pages that open files: traces, maps of other tools, lists of sentences, the doctor."""
