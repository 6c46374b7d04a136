"""Files of the person: read with a limit; written several at once, all or none."""
