"""The page Map: an evidence map made where the transcript is."""
