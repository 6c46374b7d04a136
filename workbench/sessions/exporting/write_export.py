"""Writes what is exported in one of its formats."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from core.answers.answer_text import answer_markdown
from core.editions.export.annotations import write_annotations
from core.editions.export.card import SHAPES, write_card
from core.editions.export.podcast import (
    LONGEST_SECONDS,
    SHORTEST_SECONDS,
    lasts,
    timed_chapters,
    write_chapters,
    write_soundbites,
)
from core.editions.export.subtitles import SubtitleForm, timed_quotes, write_subtitles
from core.editions.quote_list import QuoteList, QuoteSource, called
from core.errors import BadInput, EditionError, Problem
from core.map_making.tables.refi.write_project import write_map_codebook, write_map_project
from core.map_making.tables.write_edition import ToldMap, told_by
from core.map_making.tables.write_table import TableForm, write_map_table
from core.verify import Verdict
from workbench.labels import count
from workbench.sessions.exporting.card_name import card_name
from workbench.sessions.exporting.exported import (
    AnswerToExport,
    Exported,
    ExportedEdition,
    ExportedMap,
    ExportedSession,
)
from workbench.sessions.exporting.exported_quotes import ExportedQuotes, quotes_of
from workbench.sessions.exporting.formats import DOCUMENTS
from workbench.sessions.exporting.write_document import write_document


class WrittenExport(NamedTuple):
    """The bytes of an export, what is in it (how many quotes, None for a whole session), and what is to be said of
    it; one of several files has them by name in `files`."""

    data: bytes
    quotes: int | None
    notices: tuple[str, ...] = ()
    holds: str = ""
    files: Mapping[str, bytes] = {}


def _told(given: ExportedEdition | ExportedMap) -> ToldMap:
    """Return a map as a person wrote it; that of an edition has no quotation marks, nor has the transcript's name."""
    if isinstance(given, ExportedMap):
        return ToldMap(given.evidence_map, given.transcript)
    return told_by(given.edition, given.transcript)


def _project(given: ExportedEdition | ExportedMap) -> WrittenExport:
    made = (given.certificate_sha256, given.made_at) if isinstance(given, ExportedEdition) else ()
    written = write_map_project(*_told(given), *made, verdicts=given.verdicts)
    return WrittenExport(written.data, written.quotes, written.notices)


def _codebook(given: ExportedEdition | ExportedMap) -> WrittenExport:
    evidence_map = _told(given).evidence_map
    claims = sum(bool(claim.claim.strip()) for chapter in evidence_map.chapters for claim in chapter.claims)
    holds = count(len(evidence_map.chapters) + claims, "code")
    return WrittenExport(write_map_codebook(evidence_map), 0, (), holds)


def _table(given: ExportedEdition | ExportedMap, form: TableForm) -> WrittenExport:
    evidence_map, transcript = _told(given)
    written = write_map_table(evidence_map, transcript, form, proofs=True, verdicts=given.verdicts)
    quotes = sum(len(claim.support) for chapter in evidence_map.chapters for claim in chapter.claims)
    return WrittenExport(written.data, quotes, written.notices)


def _without_times(source: QuoteSource) -> tuple[str, ...]:
    without = len(source.quotes) - len(timed_quotes(source))
    return (f"Left out, because beginning or end is not known: {count(without, 'quote')}.",) if without else ()


def _subtitles(given: ExportedQuotes, form: SubtitleForm) -> WrittenExport:
    data = write_subtitles(given.source, form, certificate_sha256=given.certificate_sha256)
    return WrittenExport(data, len(timed_quotes(given.source)), _without_times(given.source))


def _soundbites(given: ExportedQuotes) -> WrittenExport:
    data = write_soundbites(given.source, certificate_sha256=given.certificate_sha256)
    quotes = timed_quotes(given.source)
    odd = sum(not SHORTEST_SECONDS <= lasts(quote) <= LONGEST_SECONDS for quote in quotes)
    limits = f"shorter than {SHORTEST_SECONDS} or longer than {LONGEST_SECONDS} seconds"
    said = (f"{count(odd, 'quote')} {limits}, which podcast programs advise against.",) if odd else ()
    return WrittenExport(data, len(quotes), (*_without_times(given.source), *said))


def _chapters(given: ExportedEdition) -> WrittenExport:
    data = write_chapters(given.edition, certificate_sha256=given.certificate_sha256)
    chapters = len(timed_chapters(given.edition))
    without = len(given.edition.chapters) - chapters
    said = (f"Left out, because no time is known: {count(without, 'chapter')}.",) if without else ()
    return WrittenExport(data, 0, said, count(chapters, "chapter"))


def _cards(given: ExportedQuotes) -> WrittenExport:
    files: dict[str, bytes] = {}
    refused: list[Problem] = []
    for quote in given.source.quotes:
        try:
            files |= {
                f"{card_name(quote.quote_id, shape)}.svg": write_card(
                    given.source, quote.quote_id, shape, certificate_sha256=given.certificate_sha256
                )
                for shape in SHAPES
            }
        except EditionError as error:
            refused += error.problems
    if not files:
        nothing = Problem(place=called(given.source), message="holds no quote that a card can hold.")
        raise BadInput(*(refused or (nothing,)))
    said = tuple(f"Left out: {problem.place}: {problem.message}" for problem in refused)
    quotes = len(given.source.quotes) - len(refused)
    return WrittenExport(b"", quotes, said, count(len(files), "card"), files)


def _annotations(given: ExportedQuotes) -> WrittenExport:
    vouching = given.certificate_sha256
    data = write_annotations(given.source, given.transcript, certificate_sha256=vouching, verdicts=given.verdicts)
    return WrittenExport(data, len(given.source.quotes))


_OF_QUOTES: Mapping[str, Callable[[ExportedQuotes], WrittenExport]] = {
    "vtt": lambda given: _subtitles(given, "vtt"),
    "srt": lambda given: _subtitles(given, "srt"),
    "annotations": _annotations,
    "soundbites": _soundbites,
    "cards": _cards,
}
_SAY_WHAT_WAS_HEARD = frozenset(("annotations",))
_OF_MAP: Mapping[str, Callable[[ExportedEdition | ExportedMap], WrittenExport]] = {
    "csv": lambda given: _table(given, "csv"),
    "xlsx": lambda given: _table(given, "xlsx"),
    "qdpx": _project,
    "qdc": _codebook,
}


def _of_quotes(given: ExportedEdition | ExportedMap, form: str) -> WrittenExport:
    """Return single quotes: all of an edition, those of a map that are proven, which is said of the others."""
    found = quotes_of(given)
    quotes = found if form in _SAY_WHAT_WAS_HEARD else found.without_denied
    written = _OF_QUOTES[form](quotes)
    refused = quotes.source.refused if isinstance(quotes.source, QuoteList) else 0
    denied = len(found.source.quotes) - len(quotes.source.quotes)
    left_out = {"they are not proven": refused, "somebody heard them to be not so in the recording": denied}
    said = (f"Left out, because {why}: {count(number, 'quote')}." for why, number in left_out.items() if number)
    return written._replace(notices=(*said, *written.notices))


def _refuse_unproven(given: Exported, form: str) -> None:
    if isinstance(given, ExportedEdition) and given.edition.verdict == Verdict.UNPROVEN:
        message = f"the edition is not proven, which {form} has no place to say; only proven quotes leave in it."
        remedy = f"Correct it on the page Edition, or export it as one of: {', '.join(sorted(DOCUMENTS))}."
        raise BadInput(Problem(place="--to", message=message, remedy=remedy))


def write_export(given: Exported, form: str) -> WrittenExport:
    """Return an export in a format that can hold it (`FORMATS`). Raises BadInput where these quotes do not fit."""
    if isinstance(given, ExportedSession):
        return WrittenExport(given.data, None, (), "all of the session")
    if isinstance(given, AnswerToExport):
        return WrittenExport(answer_markdown(given.answer).encode(), len(given.answer.quotes))
    if form in DOCUMENTS and isinstance(given, ExportedEdition):
        return WrittenExport(write_document(given, form), len(given.edition.quotes))
    _refuse_unproven(given, form)
    if form in _OF_QUOTES:
        return _of_quotes(given, form)
    if isinstance(given, ExportedEdition) and form == "chapters":
        return _chapters(given)
    return _OF_MAP[form](given)
