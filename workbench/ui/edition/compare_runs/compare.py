"""Two runs of a session side by side: what was set, which quotes stand, and where the words differ.

Both are taken as they were written: a run never changes, and what a person edited since is not of the run.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from core.editions.certificate import placed_quotes
from core.enforcement.results import ChapterDraft, DecisionAction, EditionQuote
from core.generation.settings import Settings
from core.record import Record
from workbench.labels import LEVELS, MODES, count
from workbench.store import FinishedRun
from workbench.ui.common.coverage_sliders import differing_sliders, value_of


class QuotationCounts(Record):
    """What stands in a chapter or an edition, and what was done with its quotations as they were written."""

    words: int
    quotations: int
    kept: int
    replaced: int
    unquoted: int
    dropped: int


class ChapterPair(Record):
    """The same chapter in both runs; None where a run has none such."""

    old: ChapterDraft | None
    new: ChapterDraft | None

    @property
    def same_text(self) -> bool:
        """Whether both read the same, character for character."""
        return self.old is not None and self.new is not None and self.old.text == self.new.text

    @property
    def asked_otherwise(self) -> bool:
        """Whether both were asked for and the prompts differ."""
        asked = {draft.prompt_sha256 for draft in (self.old, self.new) if draft is not None and draft.prompt_sha256}
        return len(asked) > 1


class QuotePresence(Record):
    """A quote and the chapters where it stands in each run, counted from 1 in their order; none where it does not."""

    quote: EditionQuote
    old: tuple[int, ...]
    new: tuple[int, ...]


class SettingDifference(Record):
    """A setting that differs, in words."""

    name: str
    old: str
    new: str


class RunComparison(Record):
    """Two runs, the older one first. Quotes are the same where the same person says the same words."""

    old: FinishedRun
    new: FinishedRun
    chapters: tuple[ChapterPair, ...]
    quotes: tuple[QuotePresence, ...]
    settings: tuple[SettingDifference, ...]

    @property
    def same_transcript(self) -> bool:
        """Whether both were made from the same words, so that places mean the same."""
        return self.old.edition.raw_sha256 == self.new.edition.raw_sha256


def numbers_of(chapters: Sequence[ChapterDraft]) -> QuotationCounts:
    """Count what stands in the chapters and what was decided about them."""
    actions = Counter(decision.action for chapter in chapters for decision in chapter.enforcement.decisions)
    return QuotationCounts(
        words=sum(len(chapter.text.split()) for chapter in chapters),
        quotations=sum(len(placed_quotes(chapter, 1)) for chapter in chapters),
        kept=actions[DecisionAction.KEPT],
        replaced=actions[DecisionAction.REPLACED],
        unquoted=actions[DecisionAction.UNQUOTED],
        dropped=actions[DecisionAction.DROPPED],
    )


def pair_chapters(old: Sequence[ChapterDraft], new: Sequence[ChapterDraft]) -> tuple[ChapterPair, ...]:
    """Pair the chapters of two editions by title, else by their place in the evidence map; in that order."""
    by_title = [Counter(draft.title.casefold() for draft in drafts) for drafts in (old, new)]

    def is_named(one: ChapterDraft, other: ChapterDraft) -> bool:
        title = one.title.casefold()
        return title == other.title.casefold() and all(titles[title] == 1 for titles in by_title)

    def is_placed(one: ChapterDraft, other: ChapterDraft) -> bool:
        return one.chapter_index == other.chapter_index

    left = list(old)
    partners: dict[int, ChapterDraft] = {}
    # An evidence map that got another chapter at its beginning moves all places, but no title.
    for belongs in (is_named, is_placed):
        for number, draft in enumerate(new):
            found = None if number in partners else next((one for one in left if belongs(one, draft)), None)
            if found is not None:
                partners[number] = found
                left.remove(found)
    pairs = [ChapterPair(old=partners.get(number), new=draft) for number, draft in enumerate(new)]
    pairs += [ChapterPair(old=draft, new=None) for draft in left]
    return tuple(sorted(pairs, key=lambda pair: (pair.new or pair.old or left[0]).chapter_index))


def _chapters_of(run: FinishedRun) -> dict[str, tuple[int, ...]]:
    """Return where each quote of a run stands."""
    found: dict[str, dict[int, None]] = {}
    for number, chapter in enumerate(run.edition.chapters, start=1):
        for standing in placed_quotes(chapter, number):
            found.setdefault(standing.quote.quote_id, {})[number] = None
    return {quote_id: tuple(numbers) for quote_id, numbers in found.items()}


def _quotes(old: FinishedRun, new: FinishedRun) -> tuple[QuotePresence, ...]:
    """Return every quote of either run; in the new one's order, then those that only the old one has."""
    before, after = _chapters_of(old), _chapters_of(new)
    known = {quote.quote_id: quote for quote in (*new.edition.quotes, *old.edition.quotes)}
    return tuple(
        QuotePresence(quote=quote, old=before.get(quote_id, ()), new=after.get(quote_id, ()))
        for quote_id, quote in known.items()
        if quote_id in before or quote_id in after
    )


def _prompt(settings: Settings) -> str:
    template = settings.prompt_template
    return "the built-in one" if template is None else f"one of its own, {count(len(template), 'character')}"


def _sampling(settings: Settings) -> str:
    own = settings.sampling
    return f"temperature {own.temperature:g}, seed {own.seed}, {own.most_tokens:,} tokens at most"


def _settings(old: Settings, new: Settings) -> Iterator[SettingDifference]:
    for dial in differing_sliders(old.thresholds, new.thresholds):
        values = (f"{value_of(settings.thresholds, dial):g}" for settings in (old, new))
        yield SettingDifference(name=dial.label, old=next(values), new=next(values))
    for level, called in LEVELS.items():
        modes = [settings.thresholds.plan(level).generation_mode for settings in (old, new)]
        if modes[0] != modes[1]:
            yield SettingDifference(name=f"{called}: generation mode", old=modes[0], new=modes[1])
    if old.mode is not new.mode:
        yield SettingDifference(name="How it quotes", old=MODES[old.mode], new=MODES[new.mode])
    if old.strict_narrative != new.strict_narrative:
        labels = {True: "none", False: "where they are proven"}
        name = "Block quotes in the narrative"
        yield SettingDifference(name=name, old=labels[old.strict_narrative], new=labels[new.strict_narrative])
    if old.allow_fragments != new.allow_fragments:
        labels = {True: "allowed", False: "not allowed"}
        yield SettingDifference(
            name="Parts of quotes", old=labels[old.allow_fragments], new=labels[new.allow_fragments]
        )
    if old.sampling != new.sampling:
        yield SettingDifference(name="Sampling", old=_sampling(old), new=_sampling(new))
    if old.second_attempt != new.second_attempt:
        labels = {True: "where quotations are refused", False: "never"}
        yield SettingDifference(name="Asked once more", old=labels[old.second_attempt], new=labels[new.second_attempt])
    if old.prompt_template != new.prompt_template:
        yield SettingDifference(name="Prompt template", old=_prompt(old), new=_prompt(new))


def compare_runs(old: FinishedRun, new: FinishedRun) -> RunComparison:
    """Compare two runs, also of different transcripts; `same_transcript` tells whether places can be compared."""
    return RunComparison(
        old=old,
        new=new,
        chapters=pair_chapters(old.edition.chapters, new.edition.chapters),
        quotes=_quotes(old, new),
        settings=tuple(_settings(old.settings, new.settings)),
    )
