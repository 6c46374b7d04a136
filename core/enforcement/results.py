"""A chapter as it is after enforcement: every quotation in it is decided."""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from typing import Self

from core.coverage.levels import ChapterCoverage
from core.enforcement.context_warnings import MeaningWarning
from core.prose.model import Block
from core.prose.notebook import as_html, count_quotations
from core.record import Record
from core.span import Span
from core.text.safe_html import NotebookTable, SafeHtml, counted, display_html, element, in_words
from core.transcripts.passage_source import TimesOf, UncertainWord
from core.whitelist.quote import WhitelistQuote


class DecisionAction(StrEnum):
    """What was done with a quotation."""

    KEPT = "kept"
    REPLACED = "replaced"
    UNQUOTED = "unquoted"
    DROPPED = "dropped"


STAYS = frozenset((DecisionAction.KEPT, DecisionAction.REPLACED))
"""What is done with a quotation that stays."""


class DecisionPlace(StrEnum):
    """Where in a model's reply a quotation stood."""

    NARRATIVE = "narrative"
    OWN_EXCERPTS = "own_excerpts"
    CORE_CLAIM = "core_claim"


class QuotationFinding(StrEnum):
    """What the transcript and the whitelist say about a quotation."""

    WHITELISTED = "whitelisted"
    OTHER_CHAPTER = "other_chapter"
    PART_OF_WHITELISTED = "part_of_whitelisted"
    VERBATIM_NOT_WHITELISTED = "verbatim_not_whitelisted"
    WRONG_SPEAKER = "wrong_speaker"
    NOT_IN_TRANSCRIPT = "not_in_transcript"
    UNKNOWN_REFERENCE = "unknown_reference"
    REPEATED = "repeated"  # proven, but it stands in the narrative already
    STRICT_NARRATIVE = "strict_narrative"  # proven, but set as a block quote where the settings allow none
    NOT_ATTRIBUTED = "not_attributed"  # proven, but the checker could not read its speaker from the finished text
    NOT_WHITELISTED = "not_whitelisted"  # where no transcript was given to say more


class Decision(Record):
    """The one decision about one outermost quotation.

    `original` is what the model wrote between the marks, as a reader sees it. `quote_id` and `raw_span` name the
    whitelisted quote where there is one. `sentence` is the sentence that lost its marks (unproven prose). Where the
    text names another speaker than the transcript, `corrected_name` is that wrong name if the words stay and it was
    replaced, `wrong_name` if they do not stay; older decisions have no `wrong_name`.
    """

    action: DecisionAction
    place: DecisionPlace
    finding: QuotationFinding
    original: str
    quote_id: str | None = None
    raw_span: Span | None = None
    sentence: str = ""
    corrected_name: str = ""
    wrong_name: str = ""

    @property
    def reason(self) -> str:
        """The finding; before it the place where that decided (`own_excerpts`, `core_claim_refused`)."""
        if self.action is DecisionAction.DROPPED and self.place is DecisionPlace.OWN_EXCERPTS:
            return f"own_excerpts: {self.finding}"
        if self.action is DecisionAction.DROPPED and self.place is DecisionPlace.CORE_CLAIM:
            return f"core_claim_refused: {self.finding}"
        return str(self.finding)


class ProseKind(StrEnum):
    """Why words in prose are listed beside a chapter."""

    LOST_MARKS = "lost_marks"  # a quotation without proof whose marks were taken off
    VERBATIM = "verbatim"  # eight words or more of the transcript, copied without marks
    MENTION = "mention"  # a title or scare quote of three words or fewer that lost its marks


class UnprovenProse(Record):
    """Words that stand in prose and that a reader may take for somebody's, with the sentence they stand in.

    `paragraph` counts the paragraphs and headings of the chapter in reading order, those of lists included, from 0;
    `span` is the stretch of its text as read (quotations with their marks), in code points, half-open. `title` marks a
    mention that is set in italics.
    """

    kind: ProseKind
    words: str
    sentence: str
    paragraph: int
    span: Span
    title: bool = False


class EnforcementResult(Record):
    """What enforcement made of a text: seed 1's fields, and every decision in reading order.

    `unproven` lists words in prose that only look like somebody's; `warnings` say where the words just outside a slice
    turn its meaning.
    """

    text: str
    replaced: list[WhitelistQuote]
    dropped: list[str]
    decisions: tuple[Decision, ...] = ()
    unproven: tuple[UnprovenProse, ...] = ()
    warnings: tuple[MeaningWarning, ...] = ()


class CoreClaim(Record):
    """One claim of the Core Claims section with the quotation that carries it."""

    claim: str
    supporting_quote: str
    speaker_name: str = ""
    quote_id: str | None = None


def _count_actions(decisions: Sequence[Decision]) -> str:
    """Return the number of decisions of each kind: "3 kept, 1 unquoted"."""
    actions = Counter(decision.action.value for decision in decisions)
    return ", ".join(f"{number:,} {action}" for action, number in actions.items()) or "no quotation was written"


def _folded(caption: str, rows: Sequence[tuple[str, str]]) -> list[SafeHtml]:
    """Return a folded table under a caption; [] where there are no rows."""
    table = NotebookTable("", ("What", "The words"), rows, ()).as_html()
    return [element("details", element("summary", caption), table)] if rows else []


def _decision_tables(result: EnforcementResult) -> list[SafeHtml]:
    """Return two folded tables: the decisions about quotations as written, and the words to look at twice."""
    decided = [(f"{one.action}: {in_words(one.reason)}", one.original) for one in result.decisions]
    twice = [
        *((in_words(prose.kind), prose.words) for prose in result.unproven),
        *((f"{in_words(warning.kind)} beside a quote", warning.words) for warning in result.warnings),
    ]
    return [
        *_folded(f"Decided about {counted(len(decided), 'quotation')}: {_count_actions(result.decisions)}", decided),
        *_folded(f"Where to look twice: {counted(len(twice), 'place')}", twice),
    ]


class ChapterDraft(Record):
    """A finished chapter: seed 1's fields, its blocks, and how it came about.

    `chapter_index` is the evidence map's, `effective_index` the one after merging; both count from 0. `chapter_indices`
    are all of the map's chapters that it was made of, in order; older drafts name none. `text` is the whole chapter as
    Markdown, `narrative` its narrative alone. `fallback` says why the model's text was not used, "" where it was.
    `attempt` says which attempt was used where the model was asked more than once.
    """

    chapter_index: int
    effective_index: int
    title: str
    narrative: str
    key_excerpts: list[WhitelistQuote]
    core_claims: list[CoreClaim]
    coverage: ChapterCoverage
    enforcement: EnforcementResult
    blocks: tuple[Block, ...] = ()
    text: str = ""
    fallback: str = ""
    prompt_sha256: str = ""
    chapter_indices: tuple[int, ...] = ()
    attempt: str = ""

    def __repr__(self) -> str:
        words = counted(len(self.text.split()), "word")
        return (
            f"chapter {self.effective_index + 1}, {self.title}: {words}; {_count_actions(self.enforcement.decisions)}"
        )

    def _repr_html_(self) -> str:
        fallback = [element("p", f"What was written is not used. {self.fallback}")] if self.fallback else []
        return display_html(*fallback, as_html(self.blocks), *_decision_tables(self.enforcement))


class EditionSpeaker(Record):
    """A person of the edition: name, role, words spoken, and the transcript's labels for them."""

    speaker_id: str
    speaker_name: str
    speaker_role: str
    labels: tuple[str, ...] = ()


class EditionQuote(Record):
    """A quotation of the edition with its place, its times in the recording and its least certain word, as
    `WhitelistQuote` has them; `listen_first` where that word is less certain than the settings allow."""

    quote_id: str
    text: str
    raw_span: Span
    speaker_id: str
    speaker_name: str
    speaker_verified: bool
    start_seconds: float | None = None
    end_seconds: float | None = None
    times: TimesOf | None = None
    least_certain: UncertainWord | None = None
    listen_first: bool = False

    @classmethod
    def of(cls, quote: WhitelistQuote, listen_below: float = 0) -> Self:
        """Return a proven quote where it stands first; `listen_first` where a word is less certain than given."""
        return cls(
            quote_id=quote.quote_id,
            text=quote.quote_text,
            raw_span=Span(*quote.raw_spans[0]),
            speaker_id=quote.speaker.speaker_id,
            speaker_name=quote.speaker.speaker_name,
            speaker_verified=quote.speaker_verified,
            start_seconds=quote.start_seconds,
            end_seconds=quote.end_seconds,
            times=quote.times,
            least_certain=quote.least_certain,
            listen_first=quote.is_below(listen_below),
        )


class Edition(Record):
    """A whole edition: its chapters in order and everything the writers need to show where each quote comes from.

    `quotes` holds every whitelisted quote that stands in a chapter, once. `notices` are what a reader should know.
    `verdict` is what `verify` says of the finished Markdown. `unaccepted_rows` of its evidence map were proposed, and
    nobody accepted them.
    """

    title: str
    chapters: tuple[ChapterDraft, ...]
    quotes: tuple[EditionQuote, ...]
    speakers: tuple[EditionSpeaker, ...]
    notices: tuple[str, ...] = ()
    transcript_name: str = ""
    transcript_sha256: str = ""
    raw_sha256: str = ""
    transcript_chosen: tuple[str, ...] = ()
    client: str = ""
    model: str | None = None
    mode: str = ""
    verdict: str = ""
    unaccepted_rows: int = 0

    def __repr__(self) -> str:
        return self._table().as_text()

    def _repr_html_(self) -> str:
        chapters = [element("details", element("summary", one.title), as_html(one.blocks)) for one in self.chapters]
        notices = [element("p", notice, class_="aside") for notice in self.notices]
        return display_html(self._table().as_html(), *notices, *chapters)

    def _table(self) -> NotebookTable:
        """Return the table of chapters: level, words, quotations, decisions; the verdict is in its caption."""
        verdict = in_words(self.verdict) if self.verdict else "not checked"
        rows = [
            (
                str(number),
                chapter.title,
                chapter.coverage.level.value,
                f"{len(chapter.text.split()):,}",
                f"{count_quotations(chapter.blocks):,}",
                _count_actions(chapter.enforcement.decisions),
            )
            for number, chapter in enumerate(self.chapters, start=1)
        ]
        return NotebookTable(
            caption=f"{self.title}: {verdict}, {counted(len(self.quotes), 'quote')}",
            headings=("Chapter", "Title", "Coverage", "Words", "Quotations", "What was done with what was written"),
            rows=rows,
            lines=["{}. {}: {}, words {}, quotations {}; {}".format(*row) for row in rows],
        )
