"""Quotes against an archive: each against its own talk, or against all: who said this, and where?"""

from array import array
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from functools import cache

from core.errors import Problem
from core.record import Record
from core.span import Span
from core.whitelist.possible_quotes import PossibleQuotes
from core.whitelist.rejection import NearestPassage, RejectionReason
from workbench.archive.asked_quotes import AskedQuote
from workbench.archive.kept_proofs import PROOFS
from workbench.archive.laid_aside import LaidAside
from workbench.archive.named_talks import NamedTalks
from workbench.archive.persons import Person, person_of_label, persons_there
from workbench.archive.prove_talk import QuoteInTalk, TalkToProve
from workbench.archive.talks_to_ask import MOST_LIKELY, ProvingArchive, TalksToAsk
from workbench.search.talk_facts import IndexedTalk

_NOWHERE = (RejectionReason.EMPTY, RejectionReason.NOT_FOUND, RejectionReason.UNKNOWN_SPEAKER)
_NONE = -1  # the place of what is not there


class Against(StrEnum):
    """What quotes are held against."""

    OWN = "own"
    ALL = "all"


class NoTalk(StrEnum):
    """Why a quote is not proven where no talk was asked."""

    UNKNOWN_DOCUMENT = "unknown_document"
    UNREADABLE = "unreadable"


class ArchiveProof(Record):
    """One quote and one talk: proven with its place, or refused with what comes nearest.

    `talk` is the file's path, "" where there is none. A quote that several talks hold has a row for each, one that none
    holds a single row. `span`, `turn` and `start_seconds` as in `QuoteInTalk`.
    """

    quote: str
    speaker: str
    document: str
    talk: str
    proven: bool
    reason: RejectionReason | NoTalk | None
    span: Span | None = None
    turn: int | None = None
    start_seconds: float | None = None
    nearest: NearestPassage | None = None


class AsideProof(Record):
    """What the talk with this key says to one quote."""

    talk: str
    found: QuoteInTalk


def _row(asked: AskedQuote, aside: AsideProof) -> ArchiveProof:
    found = aside.found
    return ArchiveProof(
        quote=asked.quote,
        speaker=found.speaker or asked.speaker,
        document=asked.document,
        talk=aside.talk,
        proven=found.reason is None,
        reason=found.reason,
        span=found.span,
        turn=found.turn,
        start_seconds=found.start_seconds,
        nearest=found.nearest,
    )


class ArchiveProofs:
    """All quotes against an archive; `unreadable` are the talks that could not be read any more."""

    def __init__(
        self,
        archive: ProvingArchive,
        asked: Sequence[AskedQuote],
        persons: Iterable[Person],
        aside: LaidAside[AsideProof],
    ) -> None:
        self._asked = asked
        self._person_of = person_of_label(persons)
        self._aside = aside
        self._talks = TalksToAsk(archive)
        self._own: Mapping[int, Sequence[str]] = {}  # the talks of those that are held against theirs alone
        self._is_proven = bytearray(len(asked))
        # There may be hundreds of thousands of quotes and rows: numbers say what they are, and where they lie aside.
        self._proven_numbers, self._proven_places = array("L"), array("Q")
        self._nearest_places = array("q", [_NONE]) * len(asked)
        self._closeness = array("d", [_NONE]) * len(asked)
        self._wordless: set[int] = set()

    @property
    def unreadable(self) -> Mapping[str, tuple[Problem, ...]]:
        """Why talks could not be read, by key."""
        return self._talks.unreadable

    @property
    def proven(self) -> int:
        """How many different quotes are proven somewhere."""
        return len({one.quote for one, is_proven in zip(self._asked, self._is_proven, strict=True) if is_proven})

    @property
    def refused(self) -> int:
        """How many of the quotes are proven nowhere, each counted as often as it is asked for."""
        return self._is_proven.count(0)

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self._proven_numbers) + self.refused

    def _prove(
        self, wanted: Iterable[tuple[str, Sequence[int]]], *, nearest: bool
    ) -> Iterator[tuple[str, QuoteInTalk]]:
        """Yield what each talk says to the quotes with these numbers."""

        def task(talk: IndexedTalk, numbers: Sequence[int]) -> TalkToProve:
            asked = tuple((at, self._asked[at]) for at in numbers)
            there = persons_there((one.label for one in talk.facts.speakers), self._person_of)
            persons = tuple((one.person, *one.spellings) for one in there)
            return TalkToProve(talk.key, talk.name, talk.sha256, talk.tiers, asked, nearest, persons)

        for key, result in self._talks.ask(PROOFS, wanted, task):
            yield from ((key, found) for found in result.found)

    def _note(self, key: str, one: QuoteInTalk) -> None:
        if one.reason is None:
            self._is_proven[one.number] = True
            self._proven_numbers.append(one.number)
            self._proven_places.append(self._aside.put(AsideProof(talk=key, found=one)))
            return
        score = one.nearest.score if one.nearest is not None else 0.0
        if self._nearest_places[one.number] == _NONE or score > self._closeness[one.number]:
            self._closeness[one.number] = score
            self._nearest_places[one.number] = self._aside.put(AsideProof(talk=key, found=one))

    def prove(self, own: Mapping[int, Sequence[str]]) -> None:
        """Hold the quotes against the talks that `own` has for their numbers, all others against all."""
        self._own = own
        others = [number for number in range(len(self._asked)) if number not in own]
        standing = self._prove_against_all(others)
        # What has its talk is not looked up first, to learn whether that may hold it: all quotes would be looked up in
        # each talk, which takes longer than to read it.
        wanted = {**own, **self._nearest_talks(others, standing)}
        for key, one in self._prove(self._talks.with_numbers(wanted), nearest=True):
            self._note(key, one)

    def _prove_against_all(self, numbers: Sequence[int]) -> Mapping[int, Sequence[str]]:
        """Hold the quotes with these numbers against every talk that may hold their words; return where words stand
        that are not proven there, by number."""
        if not numbers:
            return {}
        possible = PossibleQuotes([self._asked[number].quote for number in numbers])
        self._wordless = {numbers[at] for at in possible.wordless}
        may_hold = self._talks.that_may_hold(possible.standing_in, len(numbers))
        wanted = ((key, [numbers[at] for at in found]) for key, found in may_hold)
        standing: dict[int, list[str]] = defaultdict(list)
        for key, one in self._prove(wanted, nearest=False):
            if one.reason is None:
                self._note(key, one)
            elif one.reason not in _NOWHERE and len(standing[one.number]) < MOST_LIKELY:
                standing[one.number].append(key)
        return standing

    def _nearest_talks(
        self, numbers: Iterable[int], standing: Mapping[int, Sequence[str]]
    ) -> Mapping[int, Sequence[str]]:
        """Return for each quote that is proven nowhere the talks that may come nearest: those where the words stand, or
        likely ones."""
        return {
            number: standing.get(number) or self._talks.likely_to_hold(self._asked[number].quote)
            for number in numbers
            if not self._is_proven[number] and number not in self._wordless
        }

    def _nowhere(self, number: int) -> ArchiveProof:
        why = NoTalk.UNREADABLE if self._own.get(number, self._talks.by_key) else NoTalk.UNKNOWN_DOCUMENT
        why = RejectionReason.EMPTY if number in self._wordless else why
        return ArchiveProof(**self._asked[number]._asdict(), talk="", proven=False, reason=why)

    def rows(self) -> Iterator[ArchiveProof]:
        """Yield the rows of all quotes, in the order of the quotes and of the talks. Raises BadInput."""
        order = sorted(range(len(self._proven_numbers)), key=self._proven_numbers.__getitem__)
        proven = iter(order)
        at = next(proven, None)
        for number, one in enumerate(self._asked):
            if not self._is_proven[number]:
                near = self._nearest_places[number]
                yield self._nowhere(number) if near == _NONE else _row(one, self._aside.get(near))
            while at is not None and self._proven_numbers[at] == number:
                yield _row(one, self._aside.get(self._proven_places[at]))
                at = next(proven, None)


@contextmanager
def prove_archive(
    archive: ProvingArchive, asked: Sequence[AskedQuote], against: Against, persons: Sequence[Person] = ()
) -> Generator[ArchiveProofs]:
    """Hold quotes against an archive: each that names a document against that talk, with `Against.ALL` all of them
    against every talk. The spellings of a person are one name. The rows can be read until this is left: they lie in a
    file. Raises BadInput, SearchIndexError."""
    named = cache(NamedTalks(archive.talks, archive.folders).named)
    own = {
        number: named(one.document)
        for number, one in enumerate(asked)
        if against is Against.OWN and one.document.strip()
    }
    with LaidAside(AsideProof) as aside:
        proofs = ArchiveProofs(archive, asked, persons, aside)
        proofs.prove(own)
        yield proofs
