"""A whole edition as a document for writing and publishing: Markdown, Obsidian, Word, EPUB."""
