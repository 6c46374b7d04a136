"""The search index of this process, which the pages Ask and Explore share."""

from workbench.search import SearchIndex, index_path


def library() -> SearchIndex:
    """Return the index of this process; it opens its file anew for each operation."""
    return SearchIndex(index_path())


def index_state() -> str:
    """Return a value that changes whenever the index changes."""
    try:
        facts = library().path.stat()
    except OSError:
        return ""
    return f"{facts.st_mtime_ns} {facts.st_size}"
