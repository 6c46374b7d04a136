"""What the browser is given of an answer: its blocks, its quotations, their passages, and all that was refused."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from core.answers.records import AnswerQuote, CitedAnswer, Correction, Passage, Refused
from core.prose.render import one_line, unmarked
from core.span import Span
from core.transcripts.transcript import TranscriptPair
from core.whitelist.difference import word_diff
from workbench.labels import clock, count, faults_in_words
from workbench.store import CallFacts, OmittedPassage
from workbench.ui.ask.component.blocks import AnswerBlocks, is_exact_slice
from workbench.ui.ask.component.passages import PassageCards
from workbench.ui.common.answer_labels import REFUSALS, fell_back, usage_of
from workbench.ui.common.heard_words import HeardWords
from workbench.ui.components.packing import pack
from workbench.ui.components.player import play_of

_MOST_COMPARED = 2_000  # characters of words that are compared with the record's own, word by word
_NO_RECORD = "It named no record. The words stand in"
_CHARACTERS = "The record’s own characters replaced the model’s, in"
_MOST_LEFT_OUT = 200  # passages that are listed


class AnswerView(NamedTuple):
    """An answer as it is to be shown: `around` has the passages of a record as the index has them now, itself and its
    neighbours; `found` is where in a record's text the words of the question stand (code points, half-open);
    `left_out` are the passages that were found and not used, `notice` is what else was out of the ordinary, and `calls`
    were made for it; `own` is the session's transcript where its quotations can be played, `told` what somebody heard
    of them."""

    answer: CitedAnswer
    around: Mapping[str, Sequence[Passage]] = {}
    found: Mapping[str, Sequence[Span]] = {}
    left_out: Sequence[OmittedPassage] = ()
    notice: str = ""
    calls: Sequence[CallFacts] = ()
    own: TranscriptPair | None = None
    told: HeardWords = HeardWords()


def _play_of(quote: AnswerQuote, own: TranscriptPair | None) -> str:
    """Return what plays a quotation, "" where its words are of another source."""
    return play_of(own, quote.span) if own is not None and quote.span.slice(own.raw) == quote.text else ""


def _quote(quote: AnswerQuote, cards: PassageCards, shown: AnswerView) -> dict[str, Any]:
    citation = cards.citations[quote.record_id]
    return {
        "play": _play_of(quote, shown.own),
        "heard": shown.told.of(quote.span, quote.text),
        "text": one_line(quote.text),
        "id": quote.record_id,
        "who": quote.speaker or citation.speaker,
        "time": clock(citation.start_seconds),
        "source": citation.document_name or quote.source or citation.title,
        "passage": cards.number_of[quote.record_id],
    }


def _differs(written: str, nearest: str) -> list[list[str]]:
    if not nearest or len(written) + len(nearest) > _MOST_COMPARED:
        return [["same", nearest]] if nearest else []
    return [[piece.op.value, piece.text] for piece in word_diff(written, nearest)]


def _refused(refused: Refused, cards: PassageCards) -> dict[str, Any]:
    said = REFUSALS[refused.reason]
    return {
        "sign": said.sign,
        "word": said.word,
        "tone": said.tone,
        "message": refused.message,
        "words": unmarked(refused.words),
        "claim": unmarked(refused.claim_text),
        "record": refused.record_id,
        "passage": cards.number_of.get(refused.record_id, -1),
        "nearest": _differs(unmarked(refused.words), unmarked(refused.nearest)),
    }


def _correction(correction: Correction, cards: PassageCards) -> dict[str, Any]:
    quote = correction.quote
    said = _NO_RECORD if one_line(correction.written) == one_line(quote.text) else _CHARACTERS
    if correction.named:
        said = f"It named {correction.named}. The words stand in"
    return {
        "said": said,
        "record": quote.record_id,
        "passage": cards.number_of.get(quote.record_id, -1),
    }


def _made_from(shown: AnswerView, cards: PassageCards) -> dict[str, Any]:
    rest = len(shown.left_out) - _MOST_LEFT_OUT
    return {
        "used": list(range(len(cards.citations))),
        "left_out": [[one.record_id, one.source, one.why] for one in shown.left_out[:_MOST_LEFT_OUT]],
        "more": f"{count(rest, 'passage')} more {'was' if rest == 1 else 'were'} left out." if rest > 0 else "",
    }


def _content(shown: AnswerView) -> dict[str, Any]:
    answer, faults = shown.answer, faults_in_words(call.reading for call in shown.calls)
    cards = PassageCards(answer.citations, shown.around, shown.found)
    standing = [
        quote if quote.proven and is_exact_slice(quote, cards.citations.get(quote.record_id)) else None
        for quote in answer.quotes
    ]
    return {
        "mode": answer.mode.value,
        "notices": [said for said in (fell_back(answer), shown.notice) if said],
        "blocks": AnswerBlocks(answer, standing).blocks,
        "quotes": [None if one is None else _quote(one, cards, shown) for one in standing],
        "passages": cards.describe(standing),
        "refused": [_refused(one, cards) for one in answer.refused],
        "corrections": [
            _correction(one, cards)
            for one in answer.corrections
            if is_exact_slice(one.quote, cards.citations.get(one.quote.record_id))
        ],
        "from": _made_from(shown, cards),
        "usage": [*usage_of(answer), *([("Wrong with the replies", faults)] if faults else ())],
    }


def payload(shown: AnswerView) -> dict[str, Any]:
    """Return what the component shows, packed as one part."""
    return pack(words=_content(shown))
