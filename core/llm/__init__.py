"""The protocol of whatever writes, and what of its reply is text or JSON."""
