"""What the browser parts share."""
