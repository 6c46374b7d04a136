"""What the offline client chooses, the phrases it has, and how it makes paragraphs of them."""
