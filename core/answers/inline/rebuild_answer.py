"""The blocks of an answer, each rebuilt: block quotes line by line, references on a line of their own."""

import re
from collections.abc import Sequence
from itertools import chain

from core.answers.inline.match_quotes import PassageMatcher
from core.answers.inline.quote_lines import read_quote_lines
from core.answers.inline.record_names import is_person
from core.answers.inline.running_text import AnswerText
from core.enforcement.annotate import CitedQuotation, DecisionLog, cite
from core.enforcement.matcher import EnforcementPolicy, QuoteMatch
from core.enforcement.rebuild_blocks import BlockRebuilder
from core.enforcement.references import refers, split_references, without_references
from core.enforcement.results import Decision, DecisionAction, DecisionPlace
from core.enforcement.seen_names import read_label
from core.prose.model import Block, Inline, Paragraph, Quote, QuoteBlock, StyledSpan, TextRun
from core.prose.parse import SourceBlock, texts_of
from core.prose.quotations import find_quotations
from core.prose.render import one_line
from core.span import Span
from core.transcripts.speakers import SpeakerRef

_SEPARATOR = re.compile(r"[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*\|?[ \t]*")
_ROW = re.compile(r"[ \t]*\|(?P<cells>[^\n]*[^|\s][^\n]*)\|[ \t]*")

_BEFORE_REFERENCES = " \t>—–-*"
_BETWEEN_CELLS = " · "
_BESIDE_REFERENCES = " \t>—–-*“”\"',;:.()[]"


def rows_of(text: str) -> tuple[list[list[str]], bool]:
    """Return the rows of a table, each with the text of its cells, and whether the first is a heading of columns.

    No rows if the text is no table. A single line with bars may be a row; its cells must decide.
    """
    lines = text.strip("\n").split("\n")
    rows: list[list[str]] = []
    for line in lines:
        if _SEPARATOR.fullmatch(line):
            continue
        row = _ROW.fullmatch(line)
        if row is None:
            return [], False
        rows.append([cell.strip() for cell in row["cells"].split("|") if cell.strip()])
    headed = len(lines) > 1 and _SEPARATOR.fullmatch(lines[1]) is not None
    return rows, headed and len(rows) > 1


class AnswerDecision(Decision):
    """A decision, and its context, which is reported if the words are refused.

    `named` is the id of the named record, or the name as written; `claim` the paragraph above a block quotation.
    `too_short` says that the words are proven, and too few for what they say.
    """

    named: str = ""
    claim: str = ""
    too_short: bool = False


def _more_of(decision: Decision, **more: str | bool) -> AnswerDecision:
    return AnswerDecision.model_validate(dict(decision) | more)


def text_of(inlines: Sequence[Inline]) -> str:
    """Return running text as it is read, quotations in “ and ”."""
    return one_line("".join(f"“{one.text}”" if isinstance(one, Quote) else one.text for one in inlines))


class AnswerDecisionLog(DecisionLog):
    """A decision log that also stores which record was named."""

    def falls(self, action: DecisionAction, looked_up: QuoteMatch, place: DecisionPlace, *, sentence: str = "") -> None:
        """Record that a quotation loses its marks or is dropped."""
        super().falls(action, looked_up, place, sentence=sentence)
        named = looked_up.named
        is_record = named is not None and named.speaker_id != "" and not is_person(named)
        name = "" if named is None else named.speaker_id if is_record else named.speaker_name
        short = isinstance(self.matcher, PassageMatcher) and self.matcher.was_too_short(looked_up.words, named)
        self.decisions[-1] = _more_of(self.decisions[-1], named=name, too_short=short)


def _shifted(styled: Sequence[StyledSpan], span: Span) -> tuple[StyledSpan, ...]:
    """Return the styles of a stretch, relative to its start."""
    return tuple(
        StyledSpan(Span(max(one.start, span.start) - span.start, min(one.end, span.end) - span.start), emphasis)
        for one, emphasis in styled
        if one.overlaps(span)
    )


def _end_of(cited: CitedQuotation) -> int:
    """Return where a quotation ends, the id behind it included."""
    beside = cited.attribution if cited.has_a_name_behind else None
    return beside.span.end if beside is not None else cited.place.outer.end


class AnswerRebuilder(BlockRebuilder):
    """Rebuilds the blocks of an answer; `claim` is the paragraph that stands before them."""

    def __init__(self, log: DecisionLog, policy: EnforcementPolicy, matcher: PassageMatcher, claim: str = "") -> None:
        super().__init__(log, policy)
        self._matcher = matcher
        self._claim = claim

    def _running(self, text: str, styled: Sequence[StyledSpan], place: DecisionPlace) -> AnswerText:
        return AnswerText(text, styled, place, self._matcher.names)

    def _set_apart(self, words: str, named: SpeakerRef | None) -> list[Block]:
        words, named = self._without_id(words, named)
        named = self._matcher.meant(words, named, self._claim)
        self._matcher.stand_below(self._claim)
        before = len(self._log.decisions)
        blocks = super()._set_apart(words, named)
        for index in range(before, len(self._log.decisions)):
            decision = _more_of(self._log.decisions[index], claim=self._claim)
            if named is None and decision.action is DecisionAction.KEPT and not refers(words):
                # The words are unchanged; only the missing id was added.
                decision = decision.model_copy(update={"action": DecisionAction.REPLACED})
            self._log.decisions[index] = decision
        return blocks

    def _without_id(self, words: str, named: SpeakerRef | None) -> tuple[str, SpeakerRef | None]:
        """Return the words of an attributed line without the id behind them, and their record."""
        if not is_person(named) or self._is_proven(words):
            return words, named
        units = read_quote_lines([words], self._matcher.names, self._is_proven)
        is_proven = len(units) == 1 and units[0].named is not None and self._is_proven(units[0].words)
        return (units[0].words if is_proven else words), named

    def _is_proven(self, words: str) -> bool:
        self._matcher.stand_below(self._claim)
        return self._matcher.choose(words, None) is not None

    def _paragraph(self, source: SourceBlock, *, continues: bool = False) -> list[Block]:
        if self._matcher.is_name_of_a_person(source.text):
            # It introduces what stands below; alone it is empty.
            self._claim = one_line(source.text)
            return [Paragraph(inlines=(TextRun(text=self._claim),))]
        rows, headed = rows_of(source.text) if not continues and "|" in source.text else ([], False)
        if len(rows) > 1 or any(map(self._matcher.somebody, chain(*rows))):
            return self._table(rows, headed=headed)
        built: list[Block] = []
        for span, refers_only in self._runs(source.text, continues=continues):
            if refers_only:
                lines = span.slice(source.text).split("\n")
                built += self._units(["\n".join(line.lstrip(_BEFORE_REFERENCES) for line in lines)])
                continue
            styled = _shifted(source.styled, span)
            part = source._replace(text=span.slice(source.text), styled=styled)
            goes_on = continues and not span.start
            before = len(self._log.decisions)
            blocks = super()._paragraph(part, continues=goes_on)
            blocks = blocks if goes_on else self._unless_row(blocks, before)
            texts = [text_of(block.inlines) for block in blocks if isinstance(block, Paragraph)]
            self._claim = texts[-1] if texts else self._claim
            built += blocks
        return built

    def _table(self, rows: Sequence[Sequence[str]], *, headed: bool) -> list[Block]:
        """Return the rows of a table; the column headings are left out if the cells are no columns any more."""
        built = [self._row(row) for row in rows[headed:]]
        quotes = any(isinstance(block, QuoteBlock) for row in built for block in row)
        return [*(self._prose(_BETWEEN_CELLS.join(rows[0]), ()) if headed and not quotes else ()), *chain(*built)]

    def _unless_row(self, blocks: list[Block], decided_before: int) -> list[Block]:
        """Decide words cell by cell that lost marks and now read as a row of a table: “|” words | fb-1 |."""
        block = blocks[0] if len(blocks) == 1 else None
        if not isinstance(block, Paragraph) or any(isinstance(one, Quote) for one in block.inlines):
            return blocks
        rows, _ = rows_of(text_of(block.inlines))
        if not any(map(self._matcher.somebody, chain(*rows))):
            return blocks
        del self._log.decisions[decided_before:]
        return self._row(rows[0])

    def _row(self, cells: Sequence[str]) -> list[Block]:
        named = [self._matcher.somebody(cell) for cell in cells]
        said = any(named)  # words without marks are a quotation only beside a name
        quoted = [at for at, cell in enumerate(cells) if named[at] is None and self._quotes(cell, bare=said)]
        if not quoted and len(cells) == 2 and said:
            quoted = [number for number in range(2) if named[number] is None]
        if not quoted:
            return self._prose(_BETWEEN_CELLS.join(cells), ())
        beside = [cell for number, cell in enumerate(cells) if named[number] is None and number not in quoted]
        blocks = self._prose(_BETWEEN_CELLS.join(beside), ()) if beside else []
        self._claim = one_line(_BETWEEN_CELLS.join(beside)) or self._claim
        persons = (one for one in named if is_person(one))
        by = next(persons, next(filter(None, named), None))
        for number in quoted:
            for words, own in read_quote_lines([cells[number]], self._matcher.names, self._is_proven):
                blocks += self._unit(words, by if is_person(by) else own or by)
        return blocks

    def _quotes(self, cell: str, *, bare: bool) -> bool:
        """Tell whether a cell is a quotation: in marks, by reference, or, with `bare`, exactly a record's words."""
        marked = any(not one.outer.start for one in find_quotations(cell)[:1])
        if marked or refers(cell) or not bare:
            return marked or refers(cell)
        self._matcher.stand_below(cell)  # a few words alone in a cell are a label
        return self._matcher.choose(cell, None) is not None

    def _runs(self, text: str, *, continues: bool) -> list[tuple[Span, bool]]:
        """Cut a paragraph into stretches of whole lines that hold only references, and stretches of other text."""
        if not self._policy.references or not refers(text):
            return [(Span(0, len(text)), False)]
        runs: list[tuple[Span, bool]] = []
        start = 0
        for line in text.split("\n"):
            only = self._refers_only(line) and not (continues and not start)
            end = start + len(line)
            if runs and runs[-1][1] == only:
                runs[-1] = (Span(runs[-1][0].start, end), only)
            else:
                runs.append((Span(start, end), only))
            start = end + 1
        return runs

    def _refers_only(self, line: str) -> bool:
        """Tell whether a line holds references and at most the id of a record."""
        beside = without_references(line).strip(_BESIDE_REFERENCES)
        return refers(line) and (not beside or self._matcher.names.known(beside) is not None)

    def _quote(self, source: SourceBlock) -> list[Block]:
        return self._units(texts_of(source))

    def _units(self, texts: Sequence[str]) -> list[Block]:
        built: list[Block] = []
        for words, named in read_quote_lines(texts, self._matcher.names, self._is_proven):
            several = split_references(words) if self._policy.references else [words]
            for one in several:
                built += self._unit(one, named)
        return built

    def _unit(self, unit: str, named: SpeakerRef | None) -> list[Block]:
        """Decide a block quotation; one with proven quotations among other words becomes prose."""
        if is_person(named):
            return self._set_apart(unit, named)
        self._matcher.stand_below(self._claim)
        looked_up = self._matcher.look_up(unit, named, references=self._policy.references)
        label = read_label(unit, self._matcher.roster) if looked_up.quote is None else None
        if label is not None and is_person(label.speaker):
            return self._set_apart(unit[label.words :], label.speaker)
        if looked_up.quote is None and not looked_up.reference:
            self._matcher.above = self._claim
            cited = cite(unit, self._log, self._policy)
            self._matcher.above = ""
            whole = len(cited) == 1 and one_line(cited[0].words) == one_line(looked_up.words)
            # Words after the last quotation are meant as a record's own: then the whole line is one quotation.
            ends = bool(cited) and not any(map(str.isalnum, unit[_end_of(cited[-1]) :]))
            proven = [one.words for one in cited if one.quote is not None]
            anothers = any(is_person(self._matcher.meant(one, None, self._claim)) for one in proven)
            if ends and not whole and proven and not anothers:
                return self._prose(unit, ())
        return self._set_apart(unit, named)
