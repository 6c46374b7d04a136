"""A few feedback records about one thing, a session to ask in, and what waits for an answer."""

import csv
import io
import re
from pathlib import Path
from threading import enumerate as threads
from typing import Any, NamedTuple

from core.answers.records import CitedAnswer
from core.prose.model import Block, Heading, ListBlock, Paragraph, Quote, QuoteBlock, TextRun
from tests.workbench.jobs.runs.acting import until
from workbench.jobs import answers
from workbench.jobs.answers import QuestionRequest
from workbench.jobs.runs import LIMITS, JobLimits
from workbench.search import SearchIndex
from workbench.store import AnswerSettings, ClientChoice, Store, StoredAnswer

QUESTION = "What is wrong with the export to a spreadsheet?"
RECORDS = {
    "f-1": 'The "features" page froze twice while I was exporting my notes to a spreadsheet last Tuesday evening.',
    "f-2": "Export never finishes on my phone. I open the laptop, export again, and mail the spreadsheet to myself.",
    "f-3": "My team gave up on the export button because it loses every second column of the spreadsheet.",
    "f-4": "I wish the export could run at night, so that nobody waits for a spreadsheet in the morning.",
    "f-5": "We do not trust the export any more. For a year it was right, then dates in the spreadsheet were numbers.",
    "f-6": "The export to a spreadsheet is the only reason why my boss pays for this, so please keep it working.",
    "f-7": "The colours are lovely, and the new font is easy to read in the dark.",
}
SUMMARIES = {
    "f-1": "The features page froze during an export to a spreadsheet.",
    "f-3": "The export loses columns of the spreadsheet.",
}
SLICE = "it loses every second column of the spreadsheet"
GOOD = f"People cannot rely on it.\n\n> “{SLICE}” — f-3\n"


def as_csv() -> str:
    """Return the records as a file."""
    written = io.StringIO()
    rows = csv.writer(written)
    rows.writerow(("feedback_record_id", "content", "summary", "course"))
    rows.writerows((name, text, SUMMARIES.get(name, ""), "Export") for name, text in RECORDS.items())
    return written.getvalue()


def answering_now() -> bool:
    """Tell whether there is a worker in this process."""
    return any(thread.name.startswith("answer ") for thread in threads())


class Room(NamedTuple):
    """A session to ask in, and an index that has the records."""

    store: Store
    library: SearchIndex
    session_id: str

    def begin(self, client: ClientChoice, *, text: str = QUESTION, limits: JobLimits = LIMITS, **settings: Any) -> str:
        """Ask in the background; return the id that the answer will have."""
        asked = QuestionRequest(text=text, client=client, settings=AnswerSettings.model_validate(settings))
        return answers.begin(self.store, self.library, self.session_id, asked, limits=limits).answer_id

    def wait(self, answer_id: str) -> StoredAnswer:
        """Return an answer once it is stored and its worker gone."""
        until(lambda: not answering_now())
        return self.store.answers.get(answer_id)

    def ask(self, client: ClientChoice, **settings: Any) -> StoredAnswer:
        """Ask and wait for the answer."""
        return self.wait(self.begin(client, **settings))


def room_in(folder: Path) -> Room:
    """Make a session, and an index of the records."""
    store = Store(folder / "workbench.db", patience=0.5)
    (folder / "feedback.csv").write_text(as_csv(), encoding="utf-8")
    library = SearchIndex(folder / "ask.db")
    library.take_in([folder / "feedback.csv"])
    return Room(store, library, store.sessions.create("Feedback").session_id)


def scripted(*replies: str) -> ClientChoice:
    """Return a client that answers with these replies."""
    return ClientChoice(kind="scripted", name="replies.json", replies=replies)


def passage_of(record: str, prompt: str) -> str:
    """Return the number under which a prompt has a record, from 0: the last one before its words."""
    words = RECORDS[record].split('"')[-1][:40]
    return re.findall(r"^Passage (\d+)", prompt[: prompt.index(words)], re.MULTILINE)[-1]


def _words(blocks: tuple[Block, ...]) -> list[str]:
    found: list[str] = []
    for block in blocks:
        match block:
            case Heading() | Paragraph():
                found += [one.text for one in block.inlines if isinstance(one, TextRun)]
            case ListBlock():
                found += [text for item in block.items for text in _words(item)]
            case QuoteBlock():
                pass
    return found


def shown_quotes(blocks: tuple[Block, ...]) -> list[tuple[str, str]]:
    """Return the quotations that a reader sees, each with the id of its record."""
    found: list[tuple[str, str]] = []
    for block in blocks:
        match block:
            case Heading() | Paragraph():
                quotes = [one for one in block.inlines if isinstance(one, Quote)]
                found += [(one.text, one.speaker.speaker_id) for one in quotes]
            case QuoteBlock():
                found.append((block.quote.text, block.quote.speaker.speaker_id))
            case ListBlock():
                found += [quote for item in block.items for quote in shown_quotes(item)]
    return found


def check_proven(answer: CitedAnswer) -> None:
    """Check that every quotation of an answer is an exact slice of the record it names, and no other words are in
    marks."""
    for quote in answer.quotes:
        assert RECORDS[quote.record_id][slice(*quote.within)] == quote.text
    assert [(quote.text, quote.record_id) for quote in answer.quotes] == shown_quotes(answer.blocks)
    assert not re.search('[“”"«»]', "".join(_words(answer.blocks)))
