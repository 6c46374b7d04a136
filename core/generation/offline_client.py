"""The offline composer: a chapter from claims and proven quotations, without a model, a key or a network.

It chooses what goes into the narrative (`offline.chapter_material`), introduces the quotations with phrases that are
used once each (`offline.phrases`), and writes every quotation as a reference. It adds nothing to the material: no
feelings, no judgement, no word on whether a quotation proves a claim.
"""

import re
from collections import Counter
from hashlib import sha256

from core.generation.offline.chapter_material import (
    ENOUGH,
    NarrativeMaterial,
    choose_material,
    is_short_frame,
    most_words,
)
from core.generation.offline.claim_sentences import claim_sentence, reference
from core.generation.offline.paragraphs import NarrativeWriter
from core.generation.offline.plain_text import as_text, one_line, without_stray_marks
from core.generation.offline.quote_shape import count_words, stands_apart
from core.generation.offline.speaker_mentions import SpeakerMentions
from core.llm.client import ChapterBrief, GenerationRequest, Reply
from core.transcripts.speakers import SpeakerRole
from core.whitelist.build import WhitelistQuote

_REFERENCE = re.compile(r"\[\[([^\[\]]+)\]\]")
_TRIES = 5
_TOO_LONG = 1.2  # of the target; the material of a longer chapter is chosen again
_USABLE_WORDS = 8
_INTRODUCTION = 12  # words at most that introduce claims without a quotation

_ONE_UNPROVEN = (
    "One claim of this chapter stands without a proven quotation: {claim}",
    "For one more claim no proven quotation is at hand: {claim}",
    "Without a proven quotation there remains this claim: {claim}",
)
_UNPROVEN = (
    "For the claims that follow, no proven quotation is at hand.",
    "The claims that follow stand without a proven quotation.",
    "No proven quotation was found for these further claims.",
)
_NOTHING = "No claim and no proven quotation is at hand for this chapter."


def _seed_of(title: str) -> int:
    """Return a number that is the same for the same title on every machine and in every process."""
    return int.from_bytes(sha256(title.encode("utf-8", "replace")).digest()[:6], "big")


def narrative_words(narrative: str, brief: ChapterBrief) -> int:
    """Return the words of a narrative with the slices put in, counted at white space."""
    known = {quote.quote_id: quote.quote_text for quote in brief.quotes}
    return count_words(_REFERENCE.sub(lambda match: known.get(match.group(1), ""), narrative).replace("\n> ", "\n"))


def _unproven_paragraph(claims: tuple[str, ...], room: int, seed: int) -> str:
    """Return the claims without a proven quotation, introduced as such; "" if none fits."""
    room -= _INTRODUCTION
    fitting: list[str] = []
    for claim in claims:
        room -= count_words(claim)
        if room < 0:
            break
        fitting += [claim] if claim_sentence(claim) else []
    if len(fitting) == 1:
        return claim_sentence(fitting[0], _ONE_UNPROVEN[seed % len(_ONE_UNPROVEN)])
    return " ".join([_UNPROVEN[seed % len(_UNPROVEN)], *map(claim_sentence, fitting)]) if fitting else ""


def _written(material: NarrativeMaterial, mentions: SpeakerMentions, seed: int, turn: int) -> str:
    writer = NarrativeWriter(mentions, seed, turn)
    writer.write(material.groups)
    return writer.page.text


def _narrative(brief: ChapterBrief, mentions: SpeakerMentions, turn: int) -> str:
    seed = _seed_of(brief.title)
    room = most_words(brief)
    longest = room if is_short_frame(brief) else round(brief.target_words * _TOO_LONG)
    material = choose_material(brief, room)
    narrative = _written(material, mentions, seed, turn)
    for _ in range(_TRIES):
        over = narrative_words(narrative, brief) - longest
        if over <= 0:
            break
        # How many words introduce a quotation is only known once it is written.
        room -= over
        material = choose_material(brief, room)
        narrative = _written(material, mentions, seed, turn)
    words = narrative_words(narrative, brief)
    if words < brief.target_words * ENOUGH:
        unproven = _unproven_paragraph(material.unproven, longest - words, seed)
        narrative = "\n\n".join(part for part in (narrative, unproven) if part)
    return narrative or _NOTHING


def _core_quote(quotes: list[WhitelistQuote], read: Counter[str]) -> WhitelistQuote:
    """Choose the quotation of a core claim: long enough to say something, least used so far, the longest."""
    return min(
        quotes,
        key=lambda quote: (
            stands_apart(quote.quote_text),
            count_words(quote.quote_text) < _USABLE_WORDS,
            read[quote.quote_id],
            -count_words(quote.quote_text),
        ),
    )


def _core_claims(brief: ChapterBrief, mentions: SpeakerMentions, narrative: str) -> list[str]:
    """Return a line for each claim that a GUEST's quotation stands for."""
    guests = {quote.quote_id: quote for quote in brief.quotes if quote.speaker.speaker_role is SpeakerRole.GUEST}
    read = Counter[str]([*_REFERENCE.findall(narrative), *(excerpt.quote_id for excerpt in brief.excerpts)])
    lines: list[str] = []
    for claim in brief.claims:
        quotes = [guests[quote_id] for quote_id in claim.quote_ids if quote_id in guests]
        words = as_text(without_stray_marks(one_line(claim.claim)).rstrip(".。;:, "))
        if quotes and words:
            quote = _core_quote(quotes, read)
            read[quote.quote_id] += 1
            lines.append(f"- {words}: {reference(quote)} ({mentions.full(quote.speaker)})")
    return lines


class OfflineComposer:
    """Writes a chapter from the brief; of the chapter's number only its parity counts, so that neighbours differ."""

    name = "offline"
    model = None

    def generate(self, request: GenerationRequest) -> Reply:
        """Write one chapter as Markdown, every quotation as `[[quote_id]]`.

        The narrative comes near `target_words` where the material allows it and is never padded; Key Excerpts are left
        to the program. Source: decisions.md#writing-modes.
        """
        brief = request.brief
        mentions = SpeakerMentions([quote.speaker for quote in brief.quotes])
        narrative = _narrative(brief, mentions, request.chapter_index)
        parts = [f"## {as_text(brief.title) or 'Untitled chapter'}", narrative]
        claims = _core_claims(brief, mentions, narrative)
        if claims:
            parts += ["### Core Claims", "\n".join(claims)]
        return Reply(text="\n\n".join(parts) + "\n")
