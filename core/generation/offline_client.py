"""The offline composer: a chapter from claims and proven quotations, without a model, a key or a network.

It chooses what goes into the narrative (`offline.chapter_material`), introduces the quotations with phrases that are
used once each (`offline.phrases`), and writes every quotation as a reference. It adds nothing to the material: no
feelings, no judgement, no word on whether a quotation proves a claim.
"""

import re
from collections import Counter
from hashlib import sha256

from core.generation.offline.chapter_material import ENOUGH, ROOM, NarrativeMaterial, choose_material
from core.generation.offline.claim_sentences import claim_sentence, reference, tells_who_speaks
from core.generation.offline.paragraphs import ChapterPlan, NarrativeWriter
from core.generation.offline.plain_text import as_text, one_line, without_stray_marks
from core.generation.offline.quote_shape import count_words, stands_apart
from core.generation.offline.speaker_mentions import SpeakerMentions
from core.llm.client import ChapterBrief, GenerationRequest, Reply
from core.transcripts.speakers import SpeakerRole
from core.whitelist.build import WhitelistQuote

_REFERENCE = re.compile(r"\[\[([^\[\]]+)\]\]")
_TRIES = 5
_TOO_LONG = 1.15  # of the reachable words; the material of a longer chapter is chosen again
_AIM = 0.84  # of the reachable words: twenty words around each quotation would be padding
_LEAST_FRAME = 5  # words that introduce a quotation, on average
_MOST_FRAME = 14
_USABLE_WORDS = 8
_INTRODUCTION = 9  # words at most that introduce a claim without a quotation

_UNPROVEN = (
    "No proven quotation is at hand for this claim: {claim}",
    "This claim stands without a proven quotation: {claim}",
    "Nor is a proven quotation at hand for this one: {claim}",
    "A further claim has no proven quotation either: {claim}",
    "Without a proven quotation stands this claim as well: {claim}",
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
    """Return the claims without a proven quotation, each introduced as such; "" if none fits."""
    sentences: list[str] = []
    for claim in claims:
        room -= count_words(claim) + _INTRODUCTION
        if room < 0:
            break
        number = len(sentences)
        sentence = claim_sentence(claim, _UNPROVEN[seed % 2 if number == 0 else 2 + number % 3])
        sentences += [sentence] if sentence else []
    return " ".join(sentences)


def _frame(material: NarrativeMaterial, reachable: int) -> float:
    """Return how many words are to introduce each quotation, so that the narrative comes near the reachable words."""
    quotes = [quote for group in material.groups for quote in group.quotes]
    told = sum(count_words(quote.quote_text) for quote in quotes)
    told += sum(count_words(group.claim) for group in material.groups)
    told += sum(count_words(claim) + _INTRODUCTION for claim in material.unproven)
    each = (reachable * _AIM - told) / max(len(quotes), 1)
    return min(max(each, _LEAST_FRAME), _MOST_FRAME)


def _written(material: NarrativeMaterial, brief: ChapterBrief, mentions: SpeakerMentions, turn: int) -> str:
    plan = ChapterPlan(turn, _seed_of(brief.title), _frame(material, brief.reachable_words), brief.places)
    writer = NarrativeWriter(mentions, plan)
    writer.write(material.groups)
    return writer.page.text


def _narrative(brief: ChapterBrief, mentions: SpeakerMentions, turn: int) -> str:
    room = round(brief.reachable_words * (1 + ROOM))
    longest = round(brief.reachable_words * _TOO_LONG)
    material = choose_material(brief, room, turn)
    narrative = _written(material, brief, mentions, turn)
    for _ in range(_TRIES):
        over = narrative_words(narrative, brief) - longest
        if over <= 0:
            break
        # How many words introduce a quotation is only known once it is written.
        room -= over
        material = choose_material(brief, room, turn)
        narrative = _written(material, brief, mentions, turn)
    words = narrative_words(narrative, brief)
    if words < brief.reachable_words * ENOUGH:
        unproven = _unproven_paragraph(material.unproven, longest - words, _seed_of(brief.title))
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
            if tells_who_speaks(claim.claim, mentions.words_of_others(quote.speaker)):
                continue  # behind such words the quotation would be read as another person's
            read[quote.quote_id] += 1
            lines.append(f"- {words}: {reference(quote)} ({mentions.full(quote.speaker)})")
    return lines


class OfflineComposer:
    """Writes a chapter from the brief; the chapter's number keeps its sentences apart from those of other chapters."""

    name = "offline"
    model = None

    def generate(self, request: GenerationRequest) -> Reply:
        """Write one chapter as Markdown, every quotation as `[[quote_id]]`.

        The narrative comes near `reachable_words` and is never padded; Key Excerpts are left to the program.
        Source: decisions.md#coverage-and-merging.
        """
        brief = request.brief
        mentions = SpeakerMentions([quote.speaker for quote in brief.quotes], brief.roster)
        narrative = _narrative(brief, mentions, request.chapter_index)
        parts = [f"## {as_text(brief.title) or 'Untitled chapter'}", narrative]
        claims = _core_claims(brief, mentions, narrative)
        if claims:
            parts += ["### Core Claims", "\n".join(claims)]
        return Reply(text="\n\n".join(parts) + "\n")
