"""An article against an archive: each quotation against all talks, in the words of an article's check."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

from core.editions.article_check import (
    ORDER_CONTROL,
    ArticleForm,
    CheckedQuotation,
    Obstacle,
    QuotationResult,
    SpeakerResult,
    WordingResult,
)
from core.editions.article_check.article_quotations import (
    QuotationsToCheck,
    SamePeople,
    least_words,
    read_quotations,
)
from core.editions.article_check.nearest_passage import is_short
from core.errors import Problem
from core.record import Record
from core.span import Span
from core.verify import Verdict
from core.verify.quotations import EditionQuotation
from core.whitelist.possible_quotes import PossibleQuotes
from core.whitelist.rejection import DifferenceKind, NearestPassage
from workbench.archive.article.asked_article import AskedArticle
from workbench.archive.article.check_talk import CHECKS, TalkToCheck
from workbench.archive.persons import Person, person_of_label
from workbench.archive.talks_to_ask import ProvingArchive, TalksToAsk
from workbench.search.talk_facts import IndexedTalk

_STANDS = (WordingResult.FOUND, WordingResult.TYPOGRAPHY)
_ORDER = tuple(QuotationResult)


class ArchiveQuotation(Record):
    """One quotation of an article and one talk; one that several talks hold equally well has a row for each.

    `text` to `difference` are those of `CheckedQuotation`, `standing` is both verdicts in one. `talk` is the file's
    path, "" where none comes near. `span`, `turn` (from 1), `speaker` and `start_seconds` say where the words stand;
    where they do not, `nearest` is the passage that is most like them.
    """

    text: str
    line: int
    short: bool
    named: str | None
    standing: QuotationResult
    wording: WordingResult
    mouth: SpeakerResult
    talk: str
    turn: int | None = None
    span: Span | None = None
    speaker: str | None = None
    start_seconds: float | None = None
    score: float = 0.0
    difference: DifferenceKind | None = None
    nearest: NearestPassage | None = None


class ArticleChecked(Record):
    """All quotations of an article in reading order, the verdict of `check_article` on it, and the talks that could not
    be read any more.

    With an `obstacle` nobody can say what a browser shows of the article.
    """

    form: ArticleForm
    verdict: Verdict
    obstacle: Obstacle | None
    quotations: tuple[ArchiveQuotation, ...]
    unreadable: dict[str, tuple[Problem, ...]]


def _row(one: CheckedQuotation, talk: str) -> ArchiveQuotation:
    passage, stands = one.passage, one.wording in _STANDS
    place = passage if stands else None
    nearest = None
    if passage is not None and not stands:
        nearest = NearestPassage(
            quote_text=passage.text, raw_span=passage.raw_span, speaker=passage.speaker, score=one.score
        )
    return ArchiveQuotation(
        text=one.text,
        line=one.line,
        short=one.short,
        named=one.named,
        standing=one.standing,
        wording=one.wording,
        mouth=one.mouth,
        talk=talk if passage is not None else "",
        turn=place.turn + 1 if place is not None and place.turn is not None else None,
        span=place.raw_span if place is not None else None,
        speaker=place.speaker if place is not None else None,
        start_seconds=passage.start_seconds if passage is not None else None,
        score=one.score,
        difference=one.difference,
        nearest=nearest,
    )


def _missing(quotation: EditionQuotation) -> CheckedQuotation:
    return CheckedQuotation(
        text=quotation.text,
        line=quotation.line,
        short=is_short(quotation.text),
        wording=WordingResult.MISSING,
        mouth=SpeakerResult.NOT_KNOWN,
        named=quotation.named.name if quotation.named else None,
    )


class _ArchiveCheck:
    def __init__(self, archive: ProvingArchive, article: AskedArticle, persons: Sequence[Person]) -> None:
        self.talks = TalksToAsk(archive)
        self._people = SamePeople({name: one.person for name, one in person_of_label(persons).items()})
        labels = (speaker.label for talk in self.talks.by_key.values() for speaker in talk.facts.speakers)
        names = list(dict.fromkeys((*labels, *self._people.person_of)))
        self.article = read_quotations(article.page, article.form, names)
        follows_from = repr((self.article, sorted(self._people.person_of.items())))
        self._true: set[int] = set()  # words without marks that some talk holds just so
        self._sha256 = sha256(follows_from.encode("utf-8", "surrogatepass")).hexdigest()

    def _ask(
        self, wanted: Iterable[tuple[str, Sequence[int]]], *, nearest: bool
    ) -> Iterator[tuple[str, int, CheckedQuotation | None]]:
        def task(talk: IndexedTalk, numbers: Sequence[int]) -> TalkToCheck:
            asked = QuotationsToCheck(tuple(numbers), nearest)
            return TalkToCheck(
                talk.key, talk.name, talk.sha256, talk.tiers, self.article, self._people, asked, self._sha256
            )

        for key, result in self.talks.ask(CHECKS, wanted, task):
            yield from ((key, found.number, found.checked) for found in result.found)

    def rows(self) -> Iterator[ArchiveQuotation]:
        """Yield the rows of all quotations."""
        quotations = self.article.quotations
        possible = PossibleQuotes([one.text for one in quotations], least_words)
        found: dict[int, list[tuple[str, CheckedQuotation]]] = defaultdict(list)
        asked = self.talks.that_may_hold(possible.seen_in, len(quotations))
        for key, number, checked in self._ask(asked, nearest=False):
            if checked is None:
                self._true.add(number)
            else:
                found[number].append((key, checked))
        left = [at for at, one in enumerate(quotations) if at not in found and at not in self._true and not one.if_said]
        found.update({at: [one] for at, one in self._nearest(left).items()})
        for number in sorted(found.keys() - self._true):
            best = min(_ORDER.index(one.standing) for _, one in found[number])
            rows = [_row(one, key) for key, one in found[number] if _ORDER.index(one.standing) == best]
            yield from rows if rows[0].wording in _STANDS else rows[:1]

    def _nearest(self, left: Sequence[int]) -> dict[int, tuple[str, CheckedQuotation]]:
        """Return for quotations that stand nowhere the talk that comes nearest."""
        wanted: dict[str, list[int]] = defaultdict(list)
        for number in left:
            likely = self.talks.likely_to_hold(self.article.quotations[number].text)
            for key in likely or list(self.talks.by_key)[:1]:
                wanted[key].append(number)
        best = {number: ("", _missing(self.article.quotations[number])) for number in left}
        ordered = ((key, wanted[key]) for key in self.talks.by_key if key in wanted)
        for key, number, checked in self._ask(ordered, nearest=True):
            if checked is None:
                self._true.add(number)
            elif checked.score > best[number][1].score:
                best[number] = (key, checked)
        return best


def check_archive(archive: ProvingArchive, article: AskedArticle, persons: Sequence[Person]) -> ArticleChecked:
    """Hold each quotation of an article against all talks of an archive; the spellings of a person are one name.

    The article is read once, here. Raises SearchIndexError.
    """
    check = _ArchiveCheck(archive, article, persons)
    rows = tuple(check.rows())
    obstacle = check.article.obstacle
    all_found = all(row.standing is QuotationResult.FOUND for row in rows) and obstacle is None
    verdict = Verdict.QUOTATIONS_FOUND if all_found else Verdict.UNPROVEN
    return ArticleChecked(
        form=article.form,
        verdict=verdict if rows or (obstacle and obstacle.what == ORDER_CONTROL) else Verdict.NOTHING_TO_VERIFY,
        obstacle=obstacle,
        quotations=rows,
        unreadable=check.talks.unreadable,
    )
