"""What every page needs: its context, the cache, addresses, chapters, widgets."""
