"""What can go wrong, as one tree.

WorkbenchError
├── BadInput              what the person gave cannot be used; nothing was written
│   ├── TranscriptError   a transcript that cannot be read
│   ├── EvidenceError     an evidence map with problems, all of them listed
│   ├── SettingsError     unknown or impossible settings
│   ├── UnknownChapter    a chapter number that does not exist
│   └── EditionError      an edition that cannot be read
├── ClientError           the model, or what stands in for it, failed
│   └── OutOfReplies      a scripted client was called more often than it has replies
└── BrokenProof           our own bug: a quote that left the whitelist is not its slice
"""

from core.record import Record


class Problem(Record):
    """One thing that is wrong with an input: where, what, and what to do about it."""

    place: str
    message: str
    remedy: str = ""

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        remedy = f" {self.remedy}" if self.remedy else ""
        return f"{where}{self.message}{remedy}"


class WorkbenchError(Exception):
    """The root: catching it catches everything this project raises on purpose."""


class BadInput(WorkbenchError):
    """An input that cannot be used; `problems` lists everything found, in the order of the input."""

    def __init__(self, *problems: Problem) -> None:
        self.problems = problems
        super().__init__("\n".join(str(problem) for problem in problems))


class TranscriptError(BadInput):
    """A transcript that cannot be read."""


class EvidenceError(BadInput):
    """An evidence map that cannot be used."""


class SettingsError(BadInput):
    """Settings with unknown names or impossible values."""


class UnknownChapter(BadInput):
    """A chapter number that the evidence map does not have."""


class EditionError(BadInput):
    """An edition, draft or certificate that cannot be read."""


class ClientError(WorkbenchError):
    """The client that should have written could not."""


class OutOfReplies(ClientError):
    """A scripted client has no reply left; `replies` is how many it had."""

    def __init__(self, replies: int, source: str) -> None:
        self.replies = replies
        self.source = source
        super().__init__(
            f"{source}: the script has {replies} replies, and reply {replies + 1} was asked for. "
            "Add a reply for each chapter that is written (merged chapters are written once), or name fewer chapters."
        )


class BrokenProof(WorkbenchError):
    """A quote is not the slice its span names: a bug of this program, never of the input."""
