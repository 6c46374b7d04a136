"""A text as its reader sees it: blocks, sections, a stream of settled parts, quotations, and their attribution."""
