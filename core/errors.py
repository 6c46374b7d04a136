"""What can go wrong, as one tree.

A reply that a service or a model would not write, or that ended too early, is no exception: it is an outcome of its
call (`core.llm.client.Outcome`), and says in words what to do.

WorkbenchError
├── BadInput              what the person gave cannot be used; nothing was written
│   ├── TranscriptError   a transcript that cannot be read
│   │   ├── NoTranscript      it is certainly something else: a picture, a recording, one of our own files
│   │   └── TiersToChoose     it can, once somebody chose among its tiers, channels, languages or lists
│   ├── EvidenceError     an evidence map with problems, all of them listed
│   │   └── ColumnsToChoose   a table of quotes, once somebody said which column is which
│   ├── SettingsError     unknown or impossible settings
│   ├── UnknownChapter    a chapter number that does not exist
│   ├── EditionError      an edition that cannot be read
│   ├── ResultsError      query results that cannot be read
│   └── RecordsError      feedback records that cannot be read
├── ClientError           the model, or what stands in for it, failed
│   ├── OutOfReplies      a scripted client was called more often than it has replies
│   └── ServiceError      a service that a model is asked through; each says how the call ended and what to do
│       ├── KeyMissing        there is no key for it
│       ├── KeyRefused        it does not take the key, or the key may not do this
│       ├── ModelUnknown      it has no such model
│       ├── RequestRefused    it does not take the request as it is
│       ├── QuotaExceeded     too many requests, or nothing left to spend
│       ├── ServiceTrouble    it failed, or answered with something that is not its protocol
│       ├── NetworkTrouble    it cannot be reached, or the connection broke
│       ├── TimedOut          it took too long
│       └── ReplyTruncated    it sent more than any reply may hold
└── BrokenProof           our own bug: a quote that left the whitelist is not its slice
"""

from collections.abc import Sequence

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


class NoTranscript(TranscriptError):
    """A file that is certainly something else and no transcript.

    `is_map` says that it is an evidence map, `is_table` one in another form: a table of quotes, a REFI-QDA file.
    """

    def __init__(self, *problems: Problem, is_map: bool = False, is_table: bool = False) -> None:
        self.is_map = is_map
        self.is_table = is_table
        super().__init__(*problems)


class TiersToChoose(TranscriptError):
    """A file with several tiers, channels, languages or lists; `names` are theirs, in the order of the file."""

    def __init__(self, *problems: Problem, names: Sequence[str] = ()) -> None:
        self.names = tuple(names)
        super().__init__(*problems)


class EvidenceError(BadInput):
    """An evidence map that cannot be used."""


class ColumnsToChoose(EvidenceError):
    """A table of quotes whose columns are unclear; `columns` are its own, in their order."""

    def __init__(self, *problems: Problem, columns: Sequence[str]) -> None:
        self.columns = tuple(columns)
        super().__init__(*problems)


class SettingsError(BadInput):
    """Settings with unknown names or impossible values."""


class UnknownChapter(BadInput):
    """A chapter number that the evidence map does not have."""


class EditionError(BadInput):
    """An edition, draft or certificate that cannot be read."""


class ResultsError(BadInput):
    """Query results that cannot be read, all their problems listed."""


class RecordsError(BadInput):
    """Feedback records that cannot be read, all their problems listed."""


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


class ServiceError(ClientError):
    """A service could not be used, or did not answer; the message says what happened and what to do.

    `is_transient` tells whether the same call may succeed later, `requests` counts what was sent, and `retry_after` is
    how many seconds the service asks to wait, None where it does not. No message holds a key.
    """

    is_transient = False

    def __init__(self, message: str, *, requests: int = 0, retry_after: float | None = None) -> None:
        self.requests = requests
        self.retry_after = retry_after
        super().__init__(message)


class KeyMissing(ServiceError):
    """A service wants a key, and there is none."""


class KeyRefused(ServiceError):
    """A service does not take the key, or the key may not do this."""


class ModelUnknown(ServiceError):
    """A service has no such model."""


class RequestRefused(ServiceError):
    """A service does not take the request as it is: too long, or with something it does not know."""


class QuotaExceeded(ServiceError):
    """Too many requests, or nothing left to spend."""

    is_transient = True


class ServiceTrouble(ServiceError):
    """A service failed, or answered with something that is not its protocol."""

    is_transient = True


class NetworkTrouble(ServiceError):
    """A service cannot be reached, or the connection broke."""

    is_transient = True


class TimedOut(ServiceError):
    """A service took too long."""

    is_transient = True


class ReplyTruncated(ServiceError):
    """A service sent more than any reply may hold, so that it could not be read to its end."""


class BrokenProof(WorkbenchError):
    """A quote is not the slice its span names: a bug of this program, never of the input."""
