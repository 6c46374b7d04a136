"""Tables of questions and answers."""
