"""The protocol of clients, and how the text or the JSON of a reply is found."""
