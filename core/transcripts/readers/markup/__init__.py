"""XML and HTML: ELAN and the HTML of Podcasting 2.0 are read, every other kind is refused by name."""
