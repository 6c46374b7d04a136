"""What the page Explore reads and keeps: the folders, the talks, the filters, what was found."""
