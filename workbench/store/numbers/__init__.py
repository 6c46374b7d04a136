"""Tables of the page Numbers: the narratives of a session, and what their numbers are checked against."""
