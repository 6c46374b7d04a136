"""An edition under pseudonyms, with its transcript, and the list of places where a name still stands."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from core.editions.export.decision_labels import clock
from core.editions.export.markdown import write_markdown
from core.editions.listener_verdict import ListenerVerdict, listener_name, listener_note
from core.editions.pseudonyms.name_places import NamePlace, NameReading
from core.editions.pseudonyms.people import RenamedPeople
from core.editions.pseudonyms.rename_chapter import ChapterRenaming, RenamedQuotes
from core.enforcement.results import Edition
from core.transcripts.pseudonyms.names import Pseudonyms
from core.transcripts.pseudonyms.transcript import PseudonymisedTranscript, pseudonymise_transcript, without_places
from core.transcripts.transcript import TranscriptPair
from core.verify import Verdict, verify_edition
from core.verify.result import REDACTED_NOTICE

REDACTED = "redacted"
"""The verdict of an edition out of which names were taken."""
UNDER_PSEUDONYMS = "The names of those who speak are pseudonyms."


class PseudonymisedEdition(NamedTuple):
    """An edition under pseudonyms and the transcript that proves it.

    `places` are where names stand in other words than those that say who speaks, as they were before a redaction.
    `verdicts` are what was heard of its quotes, in a recording that is not named.
    """

    edition: Edition
    transcript: TranscriptPair
    places: tuple[NamePlace, ...]
    verdicts: tuple[ListenerVerdict, ...] = ()


def _list_words(original: TranscriptPair, made: PseudonymisedTranscript, reading: NameReading) -> None:
    """List the names in the transcript's words, each with its time or its line."""
    for span in made.names:
        seconds = original.time_at(span.start)
        line = original.raw.count("\n", 0, span.start) + 1 if seconds is None else 0
        where = f"transcript, line {line:,}" if seconds is None else f"transcript, {clock(seconds)}"
        reading.note(where, original.raw, span)


def _heard(
    verdicts: Iterable[ListenerVerdict], quotes: RenamedQuotes, reading: NameReading
) -> Iterator[ListenerVerdict]:
    """Yield what was heard of the quotes of the edition under their new ids; the recording would say who they are."""
    for verdict in verdicts:
        quote_id = quotes.known_id(verdict.quote_id)
        if quote_id is not None:
            name, note = (reading.own_words("what a listener says", words) for words in (verdict.name, verdict.note))
            changed = {"name": listener_name(name), "note": listener_note(note), "recording_sha256": ""}
            yield verdict.model_copy(update={"quote_id": quote_id, **changed})


def pseudonymise_edition(
    edition: Edition,
    transcript: TranscriptPair,
    names: Pseudonyms,
    *,
    redact: bool = False,
    verdicts: Iterable[ListenerVerdict] = (),
) -> PseudonymisedEdition:
    """Make an edition under pseudonyms of a finished one and its transcript.

    Labels and all names that say who speaks become pseudonyms, ids are made of them, and every chapter is verified
    anew. Other names stay and are listed; with `redact` they are `[name]`, and where there were any the verdict is
    `redacted`. An edition that is not proven stays so. Raises BadInput where a person has only some of their labels
    under pseudonyms. Source: decisions.md#pseudonyms.
    """
    people = RenamedPeople(edition, names)
    reading = NameReading(people, redact=redact)
    made = pseudonymise_transcript(transcript, names, also=people.written, redact=redact)
    quotes = RenamedQuotes(reading, made)
    listed = tuple(quotes.listed(quote) for quote in edition.quotes)
    title = reading.text("title", edition.title)
    renaming = ChapterRenaming(reading, quotes, made.transcript)
    chapters = tuple(renaming.chapter(draft, number) for number, draft in enumerate(edition.chapters, start=1))
    notices = [reading.own_words("about this edition", notice) for notice in edition.notices]
    heard = tuple(
        one.model_copy(update={"raw_sha256": made.transcript.source.sha256})
        for one in _heard(verdicts, quotes, reading)
    )
    _list_words(transcript, made, reading)
    is_redacted = redact and bool(reading.places)
    renamed = edition.model_copy(
        update={
            "title": title,
            "chapters": chapters,
            "quotes": listed,
            "speakers": people.speakers,
            "notices": (*notices, UNDER_PSEUDONYMS, *([REDACTED_NOTICE] if is_redacted else [])),
            "transcript_name": made.transcript.source.name,
            "transcript_sha256": made.transcript.source.sha256,
            "raw_sha256": made.transcript.source.sha256,
            "transcript_chosen": (),
        }
    )
    verdict = verify_edition(write_markdown(renamed), made.transcript, form="markdown").verdict.value
    verdict = REDACTED if is_redacted else verdict
    if edition.verdict == Verdict.UNPROVEN:  # by what its quotations without marks say
        verdict = edition.verdict
    renamed = renamed.model_copy(update={"verdict": verdict})
    return PseudonymisedEdition(renamed, without_places(made.transcript), reading.places, heard)
