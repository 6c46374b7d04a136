"""Tables of a session: its sources and a person's decisions about them."""
