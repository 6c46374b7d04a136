"""The page Ask: the chosen sources, the way of asking, the model; and labels for the answer."""
