"""An article against an archive: each quotation against all talks, in the words of an article's check."""

from array import array
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
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
from workbench.archive.laid_aside import LaidAside
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


class AsideCheck(Record):
    """What the talk with this key says to a quotation."""

    talk: str
    checked: CheckedQuotation


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


class _Rows:
    """The rows of a quotation: how well it stands, by the place in the order of results, and where they lie aside."""

    def __init__(self) -> None:
        self.rank = len(_ORDER)
        self.places = array("Q")


class ArticleChecks:
    """All quotations of an article against an archive; with an `obstacle` nobody can say what a browser shows of it."""

    def __init__(
        self,
        archive: ProvingArchive,
        article: AskedArticle,
        persons: Sequence[Person],
        aside: LaidAside[AsideCheck],
    ) -> None:
        self.form: ArticleForm = article.form
        self._talks = TalksToAsk(archive)
        self._aside = aside
        self._people = SamePeople({name: one.person for name, one in person_of_label(persons).items()})
        labels = (speaker.label for talk in self._talks.by_key.values() for speaker in talk.facts.speakers)
        names = list(dict.fromkeys((*labels, *self._people.person_of)))
        self._article = read_quotations(article.page, article.form, names)
        follows_from = repr((self._article, sorted(self._people.person_of.items())))
        self._sha256 = sha256(follows_from.encode("utf-8", "surrogatepass")).hexdigest()
        self._true: set[int] = set()  # words without marks that some talk holds just so
        self._rows: dict[int, _Rows] = defaultdict(_Rows)

    @property
    def obstacle(self) -> Obstacle | None:
        """What in the article may show other words than these."""
        return self._article.obstacle

    @property
    def unreadable(self) -> Mapping[str, tuple[Problem, ...]]:
        """Why talks could not be read any more, by key."""
        return self._talks.unreadable

    @property
    def verdict(self) -> Verdict:
        """The verdict of `check_article` on the article."""
        ranks = [rows.rank for number, rows in self._rows.items() if number not in self._true]
        if not ranks and not (self.obstacle and self.obstacle.what == ORDER_CONTROL):
            return Verdict.NOTHING_TO_VERIFY
        all_found = self.obstacle is None and all(_ORDER[rank] is QuotationResult.FOUND for rank in ranks)
        return Verdict.QUOTATIONS_FOUND if all_found else Verdict.UNPROVEN

    def _ask(
        self, wanted: Iterable[tuple[str, Sequence[int]]], *, nearest: bool
    ) -> Iterator[tuple[str, int, CheckedQuotation | None]]:
        def task(talk: IndexedTalk, numbers: Sequence[int]) -> TalkToCheck:
            asked = QuotationsToCheck(tuple(numbers), nearest)
            return TalkToCheck(
                talk.key, talk.name, talk.sha256, talk.tiers, self._article, self._people, asked, self._sha256
            )

        for key, result in self._talks.ask(CHECKS, wanted, task):
            yield from ((key, found.number, found.checked) for found in result.found)

    def _put(self, number: int, key: str, checked: CheckedQuotation) -> None:
        """Note what a talk says: no more than what stands best is told, and of what stands nowhere one talk."""
        rows, rank = self._rows[number], _ORDER.index(checked.standing)
        if rank < rows.rank:
            rows.rank, rows.places = rank, array("Q")
        if rank == rows.rank and (checked.wording in _STANDS or not rows.places):
            rows.places.append(self._aside.put(AsideCheck(talk=key, checked=checked)))

    def check(self) -> None:
        """Hold the quotations against all talks. Raises BadInput, SearchIndexError."""
        quotations = self._article.quotations
        possible = PossibleQuotes([one.text for one in quotations], least_words)
        asked = self._talks.that_may_hold(possible.seen_in, len(quotations))
        for key, number, checked in self._ask(asked, nearest=False):
            if checked is None:
                self._true.add(number)
            else:
                self._put(number, key, checked)
        done = self._rows.keys() | self._true
        self._look_for_nearest([at for at, one in enumerate(quotations) if at not in done and not one.if_said])

    def _look_for_nearest(self, left: Sequence[int]) -> None:
        """Find for quotations that stand nowhere the talk that comes nearest."""
        texts = self._article.quotations
        wanted = self._talks.with_numbers({number: self._talks.likely_to_hold(texts[number].text) for number in left})
        best = {number: ("", _missing(texts[number])) for number in left}
        for key, number, checked in self._ask(wanted, nearest=True):
            if checked is None:
                self._true.add(number)
            elif checked.score > best[number][1].score:
                best[number] = (key, checked)
        for number, (key, checked) in best.items():
            self._put(number, key, checked)

    def rows(self) -> Iterator[ArchiveQuotation]:
        """Yield the rows of all quotations in reading order. Raises BadInput."""
        for number in sorted(self._rows.keys() - self._true):
            for aside in map(self._aside.get, self._rows[number].places):
                yield _row(aside.checked, aside.talk)


@contextmanager
def check_archive(
    archive: ProvingArchive, article: AskedArticle, persons: Sequence[Person]
) -> Generator[ArticleChecks]:
    """Hold each quotation of an article against all talks of an archive; the spellings of a person are one name.

    The article is read once, here. The rows can be read until this is left: they lie in a file. Raises BadInput,
    SearchIndexError.
    """
    with LaidAside(AsideCheck) as aside:
        checks = ArticleChecks(archive, article, persons, aside)
        checks.check()
        yield checks
