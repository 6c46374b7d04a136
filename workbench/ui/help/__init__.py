"""The page Help: the list of its pages, one of them as HTML, and a search over all."""
