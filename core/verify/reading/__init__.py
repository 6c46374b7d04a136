"""An edition read to the text, the marks and the quotations that a stranger sees."""
