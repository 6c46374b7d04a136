"""Check each quotation of an article against the transcript, with what a person needs to judge the result."""

import re
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from core.editions.article_check.article_page import read_page
from core.editions.article_check.article_report import (
    ORDER_CONTROL,
    ArticleForm,
    ArticleReport,
    Obstacle,
)
from core.editions.article_check.checked_quotations import check_outcomes
from core.transcripts.transcript import TranscriptPair
from core.verify import (
    Form,
    UnverifiedQuotation,
    UnverifiedReason,
    Verdict,
    Verification,
    VerifiedQuotation,
)
from core.verify.edition import EditionVerifier
from core.verify.naming.known_speakers import TranscriptPersons
from core.verify.quotations import EditionQuotation, find_quotations
from core.verify.reading.documents.read_document import read_document
from core.verify.reading.read_file import EditionFile

_CONTROL = re.compile("U\\+[0-9A-F]{4}")


def _outcomes(
    read: Sequence[EditionQuotation], verified: Verification
) -> Iterator[tuple[EditionQuotation, VerifiedQuotation | UnverifiedQuotation]]:
    """Yield each quotation with its outcome: the verification lists proven and unproven ones separately.

    The same words beside the same name in one line have one outcome, so that no two can be confused. Where names were
    taken out, an outcome bears the transcript's label and not the name that is read.
    """
    unproven = {(one.text, one.line, one.named): one for one in verified.unproven}
    redacted = {(one.text, one.line): one for one in verified.unproven if one.reason is UnverifiedReason.REDACTED}
    proven: defaultdict[tuple[str, int], deque[VerifiedQuotation]] = defaultdict(deque)
    for one in verified.proven:
        proven[one.text, one.line].append(one)
    for quotation in read:
        named = quotation.named.name if quotation.named else None
        refused = unproven.get((quotation.text, quotation.line, named))
        refused = refused or redacted.get((quotation.text, quotation.line))
        if refused is not None or not quotation.unmarked:
            yield quotation, refused or proven[quotation.text, quotation.line].popleft()


def _reordering(unproven: Sequence[UnverifiedQuotation]) -> Obstacle | None:
    """Return where controls turn the order of characters, so that nobody can say which words are shown side by side."""
    line = next((one.line for one in unproven if one.reason is UnverifiedReason.NOT_READABLE), None)
    return None if line is None else Obstacle(line=line, what=ORDER_CONTROL)


class _Unproven(NamedTuple):
    """What is not proven: quotations of the text and controls in it, and what is neither."""

    read: list[UnverifiedQuotation]
    strays: list[UnverifiedQuotation]


def _unproven(verified: Verification, found: Iterable[VerifiedQuotation | UnverifiedQuotation]) -> _Unproven:
    known = {(one.text, one.line, one.reason) for one in found if isinstance(one, UnverifiedQuotation)}
    unproven = _Unproven([], [])
    for one in verified.unproven:
        is_read = (one.text, one.line, one.reason) in known or _CONTROL.fullmatch(one.text)
        (unproven.read if is_read else unproven.strays).append(one)
    return unproven


def _report(page: EditionFile, form: ArticleForm, transcript: TranscriptPair) -> ArticleReport:
    file = page._replace(obstacle=None)
    verified = EditionVerifier(transcript).verify(file)
    persons = TranscriptPersons(transcript.labels, file.declared)
    found = list(_outcomes(list(find_quotations(file.blocks, persons)), verified))
    unproven = _unproven(verified, (outcome for _, outcome in found))
    obstacle = Obstacle(line=page.obstacle[0], what=page.obstacle[1]) if page.obstacle else _reordering(unproven.read)
    return ArticleReport(
        form=form,
        verdict=Verdict.UNPROVEN if obstacle and found else verified.verdict,
        names_speakers=transcript.names_speakers,
        quotations=tuple(check_outcomes(found, transcript)),
        obstacle=obstacle,
        strays=tuple(unproven.strays),
    )


def check_document(data: bytes, name: str, transcript: TranscriptPair) -> ArticleReport:
    """Find every quotation of a Word document or an EPUB, called `name` in messages, as `check_article` does.

    Lines are paragraphs, from 1; in an EPUB by anybody, lines of its pages. Raises EditionError for a file that is
    neither, or damaged. Source: decisions.md#documents.
    """
    return _report(read_document(data, name), "document", transcript)


def check_article(text: str, form: Form, transcript: TranscriptPair) -> ArticleReport:
    """Find every quotation of any article in the transcript, or say what is nearest to it and how it differs.

    Needs neither certificate nor evidence map. Total: any text is an article, nothing raises. Of a web page that can
    show other words than it holds, the text is read (`ArticleReport.obstacle` says why). Lines count from 1.
    Source: decisions.md#verify, decisions.md#rejections.
    """
    return _report(read_page(text, form), form, transcript)
