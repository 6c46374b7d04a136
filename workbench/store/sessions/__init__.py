"""Tables of a session: its sources and what a person decided about them."""
