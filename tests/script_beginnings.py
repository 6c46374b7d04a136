"""How the lines of a script begin, for the tests of both sides that read them: names, and words of nobody."""

FIRST = (
    "Ann",
    "LEE",
    "ann",
    "Dr Sorrel",
    "Dr. Imke",
    "AL",
    "IS",
    "Speaker 1",
    "Jose",
    "José Ruiz",
    "Chris",
    "“Ann",
    "(Ann",
    "*Lee",
    "The",
    "I",
)
BEHIND = (" ", " — ", ". ", "> ", " – ", ": ", "; ", " The ", ", the captain, ", " said ", "\n", " | ")
