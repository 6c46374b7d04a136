"""Names of files that this program writes."""

import re

OWN_NAMES = re.compile(
    r"edition\.(?:md|html|json)|certificate\.json|transcript\.txt|results\.(?:json|csv)|report\.html"
    r"|chapter-[0-9]{1,9}-call-[0-9]{1,9}-[a-z]{1,40}\.json|workbench-usage\.json"
    r"|reply\.txt|debug\.json|repairs\.json"
)
"""The files that are written together with others: no other name may stand in the journal of an unfinished write."""

_NOT_IN_NAMES = re.compile(r"[\W_]+")


def file_stem(title: str) -> str:
    """Return a file name without suffix for a title: letters, digits and hyphens, at most 60 characters."""
    return _NOT_IN_NAMES.sub("-", title).strip("-")[:60].rstrip("-") or "session"
