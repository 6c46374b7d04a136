"""An edition read as the text, the marks and the quotations that its reader sees."""
