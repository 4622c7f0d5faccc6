"""What a teacher takes along: lessons come in, and papers, slides and quiz files go out as text."""
