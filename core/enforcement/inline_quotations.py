"""Quotations inside running text: each is decided, and the text is written anew around the proven ones."""

from bisect import bisect_left
from collections.abc import Sequence

from core.enforcement.annotate import CitedQuotation, DecisionLog, cite
from core.enforcement.matcher import EnforcementPolicy
from core.enforcement.references import Reference, read_references
from core.enforcement.repair_sentence import DanglingAttributions, mark_edits, remove_and_repair
from core.enforcement.repeats import cannot_be_quoted, unless_repeated, without_repeats
from core.enforcement.results import DecisionAction, DecisionPlace
from core.enforcement.script_lines import label_before
from core.prose.attribution import Attribution, AttributionForm, ends_sentence
from core.prose.attribution.running_text import is_mention, is_title
from core.prose.model import Block, Emphasis, Paragraph, ParagraphWriter, Quote, QuoteBlock, StyledSpan, TextRun
from core.prose.quotations import Quotation, has_marks
from core.prose.render import stands_inside_marks, unmarked
from core.span import Span
from core.text.punctuation import END_PUNCTUATION, FORMAT_CHARACTERS
from core.whitelist.build import WhitelistQuote


def _trimmed(text: str, span: Span) -> Span:
    """Return a span without white space and punctuation at its ends."""
    start, end = span
    while start < end and not text[start].isalnum():
        start += 1
    while end > start and not text[end - 1].isalnum():
        end -= 1
    return Span(start, end)


class InlineText:
    """One text being rebuilt: edits of its characters, proven quotations, corrected names."""

    def __init__(self, text: str, styled: Sequence[StyledSpan], place: DecisionPlace) -> None:
        self.text = text
        self.styled = list(styled)
        self.place = place
        self.edits: dict[Span, str] = {}
        self.proven: dict[Span, WhitelistQuote] = {}
        self.names: dict[Span, str] = {}
        self.suffixes: dict[Span, str] = {}
        self.commas: set[Span] = set()
        self._left_out: dict[Span, Span] = {}  # each name to leave out, and the words around it that go too
        self._uses: dict[Span, int] = {}  # how many quotations each name is for
        self._names_used: list[Span] = []
        self._removed: list[Span] = []  # stretches that are removed with their words
        self._is_shorter = False  # whether what repeats was left out already

    def decide(self, log: DecisionLog, policy: EnforcementPolicy) -> None:
        """Decide every quotation of the text and note what has to be written."""
        references, strays = read_references(self.text) if policy.references else ((), ())
        if not has_marks(self.text) and not references:
            return
        cited = cite(self.text, log, policy)
        if self.place is DecisionPlace.NARRATIVE:
            cited = unless_repeated(cited, log, policy)
            shorter = None if self._is_shorter else without_repeats(self.text, self.styled, cited, policy)
            if shorter is not None:
                self._is_shorter = True
                before = len(log.decisions)
                self.text, self.styled = shorter.text, shorter.styled
                self.decide(log, policy)
                log.drop_among(before, {number: cited[number].looked_up for number in shorter.gone})
                log.reads_alike = False
                return
        contested = self._contested(cited)
        for one in cited:
            if one.attribution is not None:
                self._uses[one.attribution.span] = self._uses.get(one.attribution.span, 0) + 1
        self._names_used = sorted(self._uses)
        for one in cited:
            if one.quote is not None and not cannot_be_quoted(one.quote, policy):
                self._stand(one, one.quote, log, policy, contested)
            else:
                self._fall(one, log)
        unproven = [one.place for one in cited if one.place.outer not in self.proven and not one.reference]
        marks = mark_edits(self.text, [*self.proven, *self.names], unproven)
        self.edits.update({Span(index, index + 1): to for index, to in marks.items()})
        self._remove_forged_references(unproven, references)
        self.edits.update((stray, "") for stray in strays)
        if self._removed:
            kept = [one.attribution.span for one in cited if one.attribution and one.place.outer in self.proven]
            lead_ins = DanglingAttributions(self.text, log.matcher.roster, kept)
            standing = {span.start for span in self.proven}
            self.edits.update(remove_and_repair(self.text, self._removed, standing, lead_ins))
        stay = not marks and not strays and len(self.proven) == len(cited)
        stay = stay and not contested and self._names_stay(cited)
        log.reads_alike = log.reads_alike and stay

    def _names_stay(self, cited: Sequence[CitedQuotation]) -> bool:
        """Tell whether every quotation will be given to the same person once it is written as its slice.

        A name beside a quotation stays there. A name in the sentence stays the subject as long as no name is added to
        the text, and every quotation ends its sentence, or does not, as it did. A name behind a quotation may change
        how its sentence is read.
        """
        if any(not stands_inside_marks(quote.quote_text) for quote in self.proven.values()):
            return False
        if self.names or self._left_out:
            return False
        if all(one.place.outer in self.suffixes for one in cited):
            behind = all(one.has_a_name_behind for one in cited)
            return behind or not (":" in self.text or cited[0].sentences.hold_verbs) or self._names_nobody_else(cited)
        if self.edits or self.suffixes:
            return False
        return all(
            ends_sentence(self.text, one.place, one.words) == ends_sentence(self.text, one.place, quote.quote_text)
            for one in cited
            if (quote := self.proven[one.place.outer])
        )

    def _names_nobody_else(self, cited: Sequence[CitedQuotation]) -> bool:
        """Tell whether one quotation is all there is, and nobody but its speaker is named in the clauses beside it."""
        if len(cited) > 1 or self.edits:
            return False
        speaker = self.proven[cited[0].place.outer].speaker
        return all(one == speaker for one in cited[0].sentences.mentions(0))

    @staticmethod
    def _contested(cited: Sequence[CitedQuotation]) -> set[Span]:
        """Return the names that stand for several quotations and are right for some of them only."""
        wanted: dict[Span, set[str]] = {}
        for one in cited if len(cited) > 1 else ():
            if one.quote is None or one.attribution is None:
                continue
            front = one.sentences.without_what_follows(one.number) if one.has_a_name_behind else None
            for attribution in filter(None, (one.attribution, front)):
                wanted.setdefault(attribution.span, set()).add(one.quote.speaker.speaker_id)
        return {span for span, speakers in wanted.items() if len(speakers) > 1}

    def _stand(
        self,
        one: CitedQuotation,
        quote: WhitelistQuote,
        log: DecisionLog,
        policy: EnforcementPolicy,
        contested: set[Span],
    ) -> None:
        self.proven[one.place.outer] = quote
        name = unmarked(quote.speaker.speaker_name)
        attribution = one.attribution
        as_block = not stands_inside_marks(quote.quote_text)
        beside = one.has_a_name_behind
        if attribution is not None:
            if beside:
                # The program writes the name behind a quotation: in full, in parentheses, or below a block quote.
                self._remove_name(one, attribution)
                self._correct_name_in_front(one, quote, contested)
            elif one.misnamed and attribution.close and attribution.span not in contested:
                self._correct_name(one, attribution, quote)
        named = attribution is not None and not beside and self._stays_named(attribution, contested)
        tag = self._tag(one, contested)
        if not as_block and (not named or policy.explicit_names or quote.quote_id in policy.named_quotes):
            self.suffixes[one.place.outer] = f" ({name})"
            is_own = attribution is not None and self._uses[attribution.span] == 1
            if attribution is not None and is_own and tag is not None and attribution.span not in self._left_out:
                # The name behind the quotation makes a tag superfluous.
                self.names.pop(attribution.span, None)
                self._leave_out(attribution.span, tag)
        stays = named and one.place.outer not in self.suffixes
        loses_its_tag = stays and tag is not None and self._loses_its_tag(one, quote, tag)
        if not as_block and (loses_its_tag or self._loses_a_comma(one, quote)):
            self.commas.add(one.place.outer)
        # A name too far from the quotation to be its speaker's is not wrong; the right one is written behind it.
        wrong = one.misnamed if attribution is not None and (beside or attribution.close) else ""
        log.stands(quote, one.words, self.place, corrected_name=wrong, reference=one.reference)

    def _correct_name_in_front(self, one: CitedQuotation, quote: WhitelistQuote, contested: set[Span]) -> None:
        """Correct a name directly before a quotation that has a name behind it too."""
        front = one.sentences.without_what_follows(one.number)
        if front is None or not front.close or front.span.start >= one.place.outer.start or front.speaker is None:
            return
        if front.speaker.speaker_id != quote.speaker.speaker_id and front.span not in contested:
            self._correct_name(one, front, quote)

    def _correct_name(self, one: CitedQuotation, attribution: Attribution, quote: WhitelistQuote) -> None:
        """Replace a wrong name by the right one; where the clause has that too, remove the clause."""
        if attribution.span in self.names or attribution.span in self._left_out:
            return
        clause = one.sentences.clause_naming_twice(one.number, attribution, quote.speaker.speaker_id)
        if clause is not None and self._holds_no_other_name(clause, attribution.span):
            self._leave_out(attribution.span, clause)
        else:
            self.names[attribution.span] = unmarked(quote.speaker.speaker_name)

    def _holds_no_other_name(self, clause: Span, name: Span) -> bool:
        """Tell whether a clause holds no other name that stands for a quotation."""
        first, last = (bisect_left(self._names_used, Span(offset, 0)) for offset in clause)
        return all(other == name for other in self._names_used[first:last])

    def _leave_out(self, name: Span, words: Span) -> None:
        self._left_out[name] = words
        self.edits[words] = ""

    def _stays_named(self, attribution: Attribution, contested: set[Span]) -> bool:
        """Tell whether a reader still finds the speaker's name in the sentence; one with unseen characters is none."""
        if not attribution.close or attribution.span in contested or attribution.span in self._left_out:
            return False
        written = self.names.get(attribution.span) or attribution.span.slice(self.text)
        return FORMAT_CHARACTERS.isdisjoint(written)

    def _tag(self, one: CitedQuotation, contested: set[Span]) -> Span | None:
        """Return the words directly behind a quotation that only say whose it is."""
        attribution = one.attribution
        if (
            attribution is None
            or not attribution.close
            or attribution.how not in (AttributionForm.SUBJECT, AttributionForm.SOURCE)
        ):
            return None
        if attribution.span in contested:
            return None
        return one.sentences.phrase_behind(one.number, attribution)

    def _loses_its_tag(self, one: CitedQuotation, quote: WhitelistQuote, tag: Span) -> bool:
        """Tell whether only the slice ends with a stop: a tag that is no whole sentence would then begin another one.

        A comma keeps it with its quotation.
        """
        if (
            one.reference
            or not quote.quote_text.rstrip().endswith((".", "…"))
            or one.words.rstrip().endswith((".", "…"))
        ):
            return False
        written = tag.slice(self.text).lstrip(" ,;.–—-")
        return written[:1].isupper() and self.text[tag.end : tag.end + 1] not in (".", "")

    def _loses_a_comma(self, one: CitedQuotation, quote: WhitelistQuote) -> bool:
        """Tell whether the comma before a tag stood inside the marks and the slice has no stop to take its place."""
        ends = quote.quote_text.rstrip()[-1:] in END_PUNCTUATION or one.reference
        if one.attribution is not None and one.attribution.span in self._left_out:
            return False
        behind = self.text[one.place.outer.end :].lstrip()[:1]
        return one.words.rstrip().endswith(",") and not ends and behind not in END_PUNCTUATION and bool(behind)

    def _remove_name(self, one: CitedQuotation, attribution: Attribution) -> None:
        start, end = one.place.outer.end, attribution.span.end
        if attribution.how is AttributionForm.PARENTHESES:
            end += 1
        self.edits[Span(start, end)] = ""

    def _fall(self, one: CitedQuotation, log: DecisionLog) -> None:
        label = label_before(self.text, one.place.outer.start, log.matcher.roster)
        if one.reference or one.quote is not None or label is not None:
            # Behind a label the words would be a script line without their marks, and a label alone says nothing.
            start = one.place.outer.start if label is None else label
            self._removed.append(Span(start, one.place.outer.end))
            log.falls(DecisionAction.DROPPED, one.looked_up, self.place)
            return
        if one.attribution is not None and one.attribution.how in (AttributionForm.PARENTHESES, AttributionForm.DASH):
            # Words that are no longer a quotation have no speaker, so the name behind them goes too.
            self._remove_name(one, one.attribution)
        inner = one.place.inner
        if is_mention(one.words) and is_title(self.text, inner):
            # A title in marks becomes one in italics, so that it does not hide the serious quotations.
            self.styled.append(StyledSpan(_trimmed(self.text, inner), Emphasis.ITALIC))
        log.falls(DecisionAction.UNQUOTED, one.looked_up, self.place, sentence=one.sentence.slice(self.text))

    def _remove_forged_references(self, unproven: Sequence[Quotation], references: Sequence[Reference]) -> None:
        """Take references out of unproven quotations, so that no second reading puts a quote there."""
        starts = [one.span.start for one in references]
        for outer, _ in unproven:
            first, last = (bisect_left(starts, offset) for offset in outer)
            self._removed += (one.span for one in references[first:last])

    def blocks(self) -> list[Block]:
        """Return the finished text: paragraphs, and block quotes for slices that cannot stand inside marks."""
        edits = {**self.edits, **self.names}
        if not (edits or self.proven or self.styled):
            return [Paragraph(inlines=(TextRun(text=self.text),))] if any(map(str.isalnum, self.text)) else []
        finished = ParagraphWriter(self.text, self.styled)
        # What goes as a whole comes before the edit of its first mark.
        for span in sorted((*edits, *self.proven), key=lambda span: (span.start, -span.end)):
            if span.start < finished.position:
                continue
            finished.words_until(span.start)
            quote = self.proven.get(span)
            if quote is None:
                finished.write(edits[span], span.start)
            elif stands_inside_marks(quote.quote_text):
                finished.quote(Quote.of(quote), self.suffixes.get(span, "") + "," * (span in self.commas))
            else:
                finished.block(QuoteBlock(quote=Quote.of(quote)))
            finished.position = span.end
        finished.words_until(len(self.text))
        finished.close()
        return finished.blocks
