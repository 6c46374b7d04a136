"""Documents that are zip files: Word documents and workbooks are read, others are refused by name."""
