"""The rooms of the offline composer: what it chooses, the phrases it has, how it weaves them into paragraphs."""
