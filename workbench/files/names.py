"""Names of files: those that this program writes, and those that a person gave."""

import re
import unicodedata

OWN_NAMES = re.compile(
    r"edition\.(?:md|html|json)|certificate\.json|transcript\.txt|results\.(?:json|csv)|report\.html"
    r"|chapter-[0-9]{1,9}-call-[0-9]{1,9}-[a-z]{1,40}\.json|workbench-usage\.json"
    r"|reply\.txt|debug\.json|repairs\.json"
)
"""The files that are written together with others: no other name may stand in the journal of an unfinished write."""

MAP_ENDINGS = (".evidence.json", ".evidence.yml", ".evidence.yaml", ".json", ".yml", ".yaml")
"""How the name of a map ends that lies beside a transcript: what X.md is to X.evidence.json; the first one counts."""

TABLE_ENDINGS = (".evidence.csv", ".evidence.tsv", ".evidence.xlsx")
"""How the name of a table of quotes ends that is a transcript's map by its name alone, whatever its columns are."""

_MAX_NAME = 120
_NAMELESS = "file without a name"
_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_NOT_IN_NAMES = re.compile(r"[\W_]+")


def file_stem(title: str) -> str:
    """Return a file name without suffix for a title: letters, digits and hyphens, at most 60 characters."""
    return _NOT_IN_NAMES.sub("-", title).strip("-")[:60].rstrip("-") or "session"


def clean_name(name: str) -> str:
    """Return a file's name without folders and invisible characters, at most 120 characters."""
    last = name.replace("\\", "/").rstrip("/").rpartition("/")[2]
    seen = "".join(char for char in last if unicodedata.category(char) not in _UNSEEN)
    cleaned = " ".join(seen.split()).strip(" .")
    if len(cleaned) > _MAX_NAME:
        stem, dot, extension = cleaned.rpartition(".")
        ending = f"…{dot}{extension}" if dot and len(extension) <= 10 else "…"
        cleaned = (stem if dot else cleaned)[: _MAX_NAME - len(ending)] + ending
    return cleaned or _NAMELESS
