"""The quotations of an article, read once and held against many transcripts, one after the other.

Which quotations there are, all names of the transcripts decide together: a line `Name: words` is one where anybody of
that name speaks. Whom a quotation names, each transcript decides by its own names, as the check of an article does.
"""

import re
from collections import defaultdict, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from core.editions.article_check.article_report import ORDER_CONTROL, ArticleForm, CheckedQuotation, Obstacle
from core.editions.article_check.checked_quotations import check_outcomes
from core.text.canonical import canonicalize_all
from core.transcripts.annotations import blank_annotations
from core.transcripts.transcript import TranscriptPair
from core.verify import SpeakerDeclaration, UnverifiedQuotation, VerifiedQuotation
from core.verify.edition import EditionVerifier
from core.verify.naming.beside_quotation import NamedSpeaker
from core.verify.naming.known_speakers import TranscriptPersons
from core.verify.quotations import EditionQuotation, find_quotations, find_quotations_in
from core.verify.reading.bidi import find_controls, turns_only_itself
from core.verify.reading.page import VisibleBlock, VisibleBlockKind
from core.verify.reading.read_file import EditionFile
from core.verify.transcript_search import ProofRank

_EDGES = re.compile(r"\A[\W_]+|[\W_]+\Z")


class SamePeople(NamedTuple):
    """Which names are one person's: a person by each spelling of their name."""

    person_of: Mapping[str, str] = {}

    def declared(self, labels: Sequence[str]) -> Iterator[SpeakerDeclaration]:
        """Yield what this says about the labels of a transcript."""
        for label in labels:
            person = self.person_of.get(label)
            if person is not None:
                names = (name for name, other in self.person_of.items() if other == person)
                yield from (SpeakerDeclaration(name=name, label=label) for name in names)

    def labels_of(self, known: frozenset[str], labels: Sequence[str]) -> frozenset[str]:
        """Return those of a transcript's labels that are of the same people as these."""
        people = {self.person_of.get(label, label) for label in known}
        return frozenset(label for label in labels if self.person_of.get(label, label) in people)


class ReadArticle(NamedTuple):
    """An article as it is read; with an `obstacle` nobody can say what a browser shows of it. None of the names is
    looked up: `labels` of a quotation are None."""

    form: ArticleForm
    blocks: tuple[VisibleBlock, ...]
    quotations: tuple[EditionQuotation, ...]
    obstacle: Obstacle | None = None


class QuotationInTranscript(NamedTuple):
    """What a transcript says to a quotation, by its number among all of the article.

    `checked` is None of words that only stand before a name, without marks, and are true: they mislead nobody.
    """

    number: int
    checked: CheckedQuotation | None


class QuotationsToCheck(NamedTuple):
    """Which quotations are held against a transcript, by their numbers, None for all. Without `nearest` only those are
    returned whose words stand there in some form."""

    numbers: Collection[int] | None = None
    nearest: bool = True


def least_words(texts: Sequence[str]) -> list[tuple[str, ...]]:
    """Return for `PossibleQuotes` what a canonical transcript holds of each text wherever the check finds its words in
    some form: all but what stands before the first letter or digit, and behind the last."""
    folded = canonicalize_all(list(map(blank_annotations, texts)))
    return [(words,) if (words := _EDGES.sub("", text)) else () for text in folded]


ALL_QUOTATIONS = QuotationsToCheck()


def _stray_control(block: VisibleBlock, quotations: Sequence[EditionQuotation]) -> Obstacle | None:
    """Return where controls stand that turn the order of characters, unless quotations hold all of them."""
    controls = find_controls(block.text)
    held = sum(
        len(find_controls(one.text))
        for one in quotations
        if block.kind is VisibleBlockKind.QUOTE or turns_only_itself(one.text)
    )
    return Obstacle(line=block.line_at(controls[0]), what=ORDER_CONTROL) if len(controls) > held else None


def _unresolved(quotation: EditionQuotation) -> EditionQuotation:
    named = quotation.named
    return quotation if named is None else quotation._replace(named=NamedSpeaker(named.name, None))


def _as_named_here(article: ReadArticle, transcript: TranscriptPair, people: SamePeople) -> list[EditionQuotation]:
    """Return all quotations, each with whom the article names for it among the people of a transcript."""
    persons = TranscriptPersons(transcript.labels, people.declared(transcript.labels))
    here: dict[tuple[str, int], deque[NamedSpeaker | None]] = defaultdict(deque)
    for one in find_quotations(article.blocks, persons):
        named = one.named
        if named is not None and named.labels:
            named = named._replace(labels=people.labels_of(named.labels, transcript.labels))
        here[one.text, one.line].append(named)
    named_here: list[EditionQuotation] = []
    for one in article.quotations:
        same = here.get((one.text, one.line), ())
        # The same words may stand twice in a line, beside different names.
        named = same.popleft() if len(same) > 1 else same[0] if same else one.named
        named_here.append(one._replace(named=named))
    return named_here


def read_quotations(page: EditionFile, form: ArticleForm, names: Sequence[str]) -> ReadArticle:
    """Return the quotations of an article that was read; `names` are those of all transcripts that it may quote."""
    persons = TranscriptPersons(names)
    quotations: list[EditionQuotation] = []
    obstacle = Obstacle(line=page.obstacle[0], what=page.obstacle[1]) if page.obstacle else None
    for index, block in enumerate(page.blocks):
        found = list(find_quotations_in(page.blocks, index, persons))
        obstacle = obstacle or _stray_control(block, found)
        quotations += map(_unresolved, found)
    return ReadArticle(form, tuple(page.blocks), tuple(quotations), obstacle)


def check_quotations(
    article: ReadArticle,
    transcript: TranscriptPair,
    people: SamePeople,
    wanted: QuotationsToCheck = ALL_QUOTATIONS,
) -> list[QuotationInTranscript]:
    """Hold the quotations of an article against a transcript, in the words of `check_article`."""
    verifier = EditionVerifier(transcript)
    numbers = frozenset(range(len(article.quotations)) if wanted.numbers is None else wanted.numbers)
    misleads_nobody: list[QuotationInTranscript] = []
    found: list[tuple[int, EditionQuotation, VerifiedQuotation | UnverifiedQuotation]] = []
    for number, one in enumerate(_as_named_here(article, transcript, people)):
        if number not in numbers:
            continue
        standing = verifier.ask(one).standing
        if one.unmarked and standing is ProofRank.EXACT:
            misleads_nobody.append(QuotationInTranscript(number, None))
        elif standing is ProofRank.NOWHERE and (one.if_said or not wanted.nearest):
            continue
        else:
            found.append((number, one, verifier.decide(one)))
    checked = check_outcomes([(one, outcome) for _, one, outcome in found], transcript)
    said = (QuotationInTranscript(number, one) for (number, _, _), one in zip(found, checked, strict=True))
    return sorted((*misleads_nobody, *said), key=lambda one: one.number)
