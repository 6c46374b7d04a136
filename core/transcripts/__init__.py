"""From the bytes of a file to a transcript: readers, turns, annotations, speakers."""
