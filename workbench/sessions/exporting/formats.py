"""The formats of an export, and what can be exported in each."""

from collections.abc import Mapping

EDITION, WHITELIST, ANSWER = "edition", "whitelist", "answer"
"""What is exported: an edition, an evidence map, or an answer, whose number or id stands behind a colon."""
SESSION = "session"
"""The format that holds all of a session, whatever is asked for of it."""
CARDS = "cards"
"""The format of several files."""
FORMATS: Mapping[str, tuple[str, ...]] = {
    "docx": (EDITION,),
    "epub": (EDITION,),
    "markdown": (EDITION, ANSWER),
    "obsidian": (EDITION,),
    "csv": (EDITION, WHITELIST),
    "xlsx": (EDITION, WHITELIST),
    "qdpx": (EDITION, WHITELIST),
    "qdc": (EDITION, WHITELIST),
    "vtt": (EDITION, WHITELIST),
    "srt": (EDITION, WHITELIST),
    "annotations": (EDITION, WHITELIST),
    "soundbites": (EDITION, WHITELIST),
    "chapters": (EDITION,),
    CARDS: (EDITION, WHITELIST),
    SESSION: (EDITION,),
}
"""What can be exported in each format."""

DOCUMENTS = frozenset(("docx", "epub", "markdown", "obsidian"))
"""The formats that hold a whole edition and say themselves whether it is verified."""
LINKING = ("docx", "epub", "markdown")
"""Those of them that link each quotation to its seconds of the recording."""

TITLES: Mapping[str, str] = {
    "docx": "Word document",
    "epub": "Book (EPUB)",
    "obsidian": "Notes for Obsidian (Markdown)",
    "markdown": "Markdown, with verdict and certificate",
    "csv": "Table of quotes (CSV)",
    "xlsx": "Table of quotes (Excel)",
    "qdpx": "Project of text analysis (REFI-QDA)",
    "qdc": "Codebook of text analysis (REFI-QDA)",
    "vtt": "Subtitles (WebVTT)",
    "srt": "Subtitles (SubRip)",
    "annotations": "Web annotations (JSON-LD)",
    "soundbites": "Soundbites of a podcast",
    "chapters": "Chapters of a podcast",
    CARDS: "Pictures of the quotes (SVG)",
    SESSION: "The whole session",
}
"""What each format is called for a person."""
SUFFIXES: Mapping[str, str] = {
    "markdown": "md",
    "obsidian": "obsidian.md",
    **{form: form for form in ("docx", "epub", "csv", "xlsx", "qdpx", "qdc", "vtt", "srt")},
    "annotations": "jsonld",
    "soundbites": "xml",
    "chapters": "chapters.json",
    CARDS: "zip",
}
"""How the name of a file ends that is downloaded in each format; a session is exported on its own page."""
