"""What is wrong with the quotes of a map: their words, their speakers, their marks, and quotes that stand twice."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from core.evidence.evidence_map import EvidenceMap, Support
from core.evidence.row_marks import RowStatus
from core.map_making.doctor.findings import FindingKind, MapFinding
from core.map_making.word_places import WordPlaces
from core.text.safe_html import ended
from core.transcripts.speakers import Roster
from core.transcripts.transcript import TranscriptPair
from core.whitelist.corrections import MendKind, offer_mends
from core.whitelist.quote import WhitelistQuote
from core.whitelist.quote_key import bare_words, quote_key, resolve_markup
from core.whitelist.rejection import Rejection, RejectionReason

_MOST_HELPED = 500  # quotes for which the transcript's words are looked for, which takes milliseconds each
_DOTS_BEFORE = re.compile(r"(?:\.{2,}|…)\s*")
_DOTS_BEHIND = re.compile(r"\s*(?:\.{3,}|…)\Z")
_MOST_ROUNDS = 4
_WHY = {
    FindingKind.NOT_FOUND: "the transcript does not have these words.",
    FindingKind.ELIDED: "words are left out in it.",
    FindingKind.PARTIAL_WORD: "it begins or ends inside a word.",
    FindingKind.CROSSES_TURNS: "it runs over the end of a turn, or over lost speech.",
    FindingKind.WRONG_SPEAKER: "somebody else said these words.",
    FindingKind.UNKNOWN_SPEAKER: "the name means nobody, or more than one person.",
    FindingKind.EMPTY: "the quote has no words.",
}
_WITHOUT_HELP = {
    FindingKind.ELIDED: "Make a quote of each part.",
    FindingKind.CROSSES_TURNS: "Keep what one person said in one turn.",
    FindingKind.EMPTY: "Write its words, or take it out.",
}


class MapEvidence(NamedTuple):
    """A map with what was found out about its quotes: the proven ones, and each of the map's under its evidence id."""

    evidence_map: EvidenceMap
    transcript: TranscriptPair
    roster: Roster
    proven: Sequence[WhitelistQuote]
    quotes: Mapping[str, WhitelistQuote]
    rejections: Mapping[str, Rejection]
    places: Mapping[str, WordPlaces]  # of the words of quotes whose speaker is nobody


class QuoteDoctor:
    """Finds what is wrong with each quote; `mended` returns a quote with what is certain done."""

    def __init__(self, known: MapEvidence) -> None:
        self._known = known
        self._helped = 0
        self._names: dict[str, set[str]] = {}
        self._labels: dict[str, list[str]] = {}
        for label in known.transcript.labels:
            person = known.roster.resolve(label)
            if person is not None:
                self._labels.setdefault(person.speaker_id, []).append(label)
        for one in known.roster.speakers:
            labels = self._labels.get(one.speaker_id, ())
            self._names[one.speaker_id] = {one.speaker_name, one.speaker_id, *one.aliases, *labels}

    def reason_of(self, support: Support) -> RejectionReason | None:
        """Return why a quote's words are not proven, whoever is named; None where they stand in one turn."""
        rejection, places = self._known.rejections.get(support.evidence_id), self._known.places.get(support.evidence_id)
        return places.reason if places else rejection.reason if rejection else None

    def _bare(self, support: Support) -> str:
        """Return the words without marks at their ends; as they are where the transcript's own dots would go."""
        proven = self._known.quotes.get(support.evidence_id)
        own_dots = proven is not None and _DOTS_BEHIND.search(proven.quote_text) is not None
        bare, before = support.quote.strip(), ""
        for _ in range(_MOST_ROUNDS):
            if bare == before:
                break
            before = bare
            bare = bare_words(bare)
            bare = bare[found.end() :] if (found := _DOTS_BEFORE.match(bare)) else bare
            bare = bare if own_dots else _DOTS_BEHIND.sub("", bare)
        key = quote_key(resolve_markup(support.quote))
        same = bare != support.quote.strip() and bool(key) and quote_key(resolve_markup(bare)) == key
        return bare if same else support.quote

    def _name(self, support: Support) -> str:
        """Return the name that a quote gets for certain: who alone said the words, or how the label spells it."""
        written = support.speaker.strip()
        places = self._known.places.get(support.evidence_id)
        if not written:
            return (places.only_speaker if places else "") or support.speaker
        person = self._known.roster.resolve(written)
        if person is None or written in self._names[person.speaker_id]:
            return support.speaker
        labels = self._labels.get(person.speaker_id, ())
        return labels[0] if len(labels) == 1 else person.speaker_name

    def mended(self, support: Support) -> Support:
        """Return a quote with what is certain done: its marks off, its speaker found or spelled."""
        return support.model_copy(update={"quote": self._bare(support), "speaker": self._name(support)})

    def _help(self, rejection: Rejection) -> str:
        """Return what would let a quote in, as a sentence."""
        self._helped += 1
        offers = (
            offer_mends(rejection, self._known.transcript, self._known.roster) if self._helped <= _MOST_HELPED else ()
        )
        for offer in offers:
            if offer.kind is MendKind.SPEAKER:
                return f"{offer.speaker} said these words."
            by = "" if offer.speaker == rejection.speaker else f", by {offer.speaker}"
            return ended(f"The transcript has: “{offer.quote}”{by}")
        return _WITHOUT_HELP.get(FindingKind(rejection.reason.value), "Correct it, or take it out.")

    def _nameless(self, support: Support, rejection: Rejection, place: str) -> Iterator[MapFinding]:
        """Yield what is wrong with a quote whose speaker is nobody, or not written, and with its words."""
        places = self._known.places.get(support.evidence_id)
        names = [name for name in dict.fromkeys(places.names) if name] if places else []
        said = f"{' and '.join(names)} said these words." if names else "Write who said it."
        where = f"{place}.speaker"
        if support.speaker.strip():
            yield _finding(FindingKind.UNKNOWN_SPEAKER, where, said)
        else:
            only = places.only_speaker if places else ""
            fix = f"{only} alone said these words." if only else said
            message = "no speaker is named."
            yield MapFinding(
                kind=FindingKind.MISSING_SPEAKER, place=where, message=message, fix=fix, certain=bool(only)
            )
        if places and places.reason:
            kind = FindingKind(places.reason.value)
            yield _finding(kind, f"{place}.quote", self._help(rejection.model_copy(update={"reason": places.reason})))

    def findings(self, support: Support, place: str) -> Iterator[MapFinding]:
        """Yield what is wrong with one quote, which stands at a place of the map."""
        mended, rejection = self.mended(support), self._known.rejections.get(support.evidence_id)
        if mended.quote != support.quote:
            message, fix = "marks or dots stand around the words.", ended(f"Without them: “{mended.quote}”")
            yield MapFinding(kind=FindingKind.MARKS, place=f"{place}.quote", message=message, fix=fix, certain=True)
        if support.speaker.strip() and mended.speaker != support.speaker:
            message, fix = "the transcript spells the name otherwise.", ended(f"Write “{mended.speaker}”")
            where = f"{place}.speaker"
            yield MapFinding(kind=FindingKind.NAME_SPELLING, place=where, message=message, fix=fix, certain=True)
        if rejection is None:
            return
        if rejection.reason is RejectionReason.UNKNOWN_SPEAKER:
            yield from self._nameless(support, rejection, place)
            return
        kind = FindingKind(rejection.reason.value)
        field = "speaker" if kind is FindingKind.WRONG_SPEAKER else "quote"
        yield _finding(kind, f"{place}.{field}", self._help(rejection))

    def key_of(self, support: Support) -> tuple[str, str]:
        """Return what two quotes have in common that are one: the person and the words."""
        person = self._known.roster.resolve(support.speaker)
        return person.speaker_id if person else support.speaker, quote_key(resolve_markup(support.quote))


def _finding(kind: FindingKind, place: str, fix: str) -> MapFinding:
    return MapFinding(kind=kind, place=place, message=_WHY[kind], fix=fix)


def _joined(first: Support, second: Support) -> Support:
    """Return the first of two quotes that are one, with what only the second says."""
    notes = dict.fromkeys(note for note in (first.note, second.note) if note)
    accepted = RowStatus.ACCEPTED in (first.status, second.status)
    update = {"note": "\n".join(notes), "span": first.span or second.span}
    return first.model_copy(update=update | ({"status": RowStatus.ACCEPTED} if accepted else {}))


def join_doubles(supports: Sequence[Support], doctor: QuoteDoctor) -> tuple[tuple[Support, ...], list[int]]:
    """Return the quotes of one claim with doubled ones joined, and the numbers of those that another one has taken in.

    Two of the same words at two places that are both meant are two.
    """
    kept: dict[tuple[object, ...], Support] = {}
    doubled: list[int] = []
    for number, support in enumerate(supports):
        key: tuple[object, ...] = doctor.key_of(support)
        same = kept.get(key)
        if same is not None and same.span and support.span and same.span != support.span:
            key = (*key, support.span)
            same = kept.get(key)
        if same is None or not doctor.key_of(support)[1]:
            kept[key if doctor.key_of(support)[1] else (number,)] = support
        else:
            kept[key] = _joined(same, support)
            doubled.append(number)
    return tuple(kept.values()), doubled
