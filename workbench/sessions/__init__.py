"""Everything about a session that needs no screen: its effective map, recognised files, edition files."""
