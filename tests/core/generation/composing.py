"""Briefs of a small interview for the offline composer, and what it writes as a reader sees it."""

import re
from hashlib import sha256

from core.generation.offline_client import OfflineComposer
from core.llm.client import BriefClaim, ChapterBrief, GenerationRequest, WritingMode
from core.text.canonical import canonicalize
from core.transcripts.speakers import Roster, Speaker, SpeakerRef, SpeakerRole
from core.whitelist.build import WhitelistQuote

MAREN = SpeakerRef(speaker_id="maren", speaker_name="Maren Okafor", speaker_role=SpeakerRole.GUEST)


TOBIAS = SpeakerRef(speaker_id="tobias", speaker_name="Dr. Tobias Lind, Ph.D", speaker_role=SpeakerRole.GUEST)


PRIYA = SpeakerRef(speaker_id="priya", speaker_name="Priya Anand", speaker_role=SpeakerRole.HOST)


NED = SpeakerRef(speaker_id="ned", speaker_name="Ned Harrow", speaker_role=SpeakerRole.CALLER)


EDDA = SpeakerRef(speaker_id="edda", speaker_name="Edda Voss", speaker_role=SpeakerRole.CLIP)


ALL = (MAREN, TOBIAS, PRIYA, NED, EDDA)


ROSTER = Roster.of(Speaker(**speaker.model_dump()) for speaker in ALL)


# Of an interview about bell founding that nobody ever gave: each claim with its quotations (speaker, offset, words).
INTERVIEW = """
# A bell is decided in the mould, long before anybody melts a pound of metal
priya 1000 When does a bell become a bell?
maren 1050 In the pit. People think it is the pouring, because the pouring has the fire in it, but by then you are
only finding out what you did three weeks ago with clay and horse hair.
maren 1700 the clay remembers your thumb, and the metal reads what the clay remembers, and the whole town has to
listen to it for four hundred years
maren 9000 I have broken more moulds than I have cast bells, and I would break most of them again.
tobias 9600 You could X-ray a mould, in principle. Nobody does, because the founder puts an ear to it and knocks, and
the founder is right more often than my X-rays are.

# She learned to tune by ear and came to the fork late.
maren 12000 My grandmother tuned with a spoon and a cup of water. She would tap the bell and watch the rings in the
cup, and if the rings were lopsided she took the file to it
maren 12400 I bought my first tuning fork at thirty, and it told me that she had been right within two cents every
single time, which I found rather annoying.
tobias 12700 Two cents! My machine would be proud of two cents!
priya 15000 so you trusted the spoon and you never told the spoon that you had checked, is that fair
maren 15200 I told the spoon at her funeral. It went into the pocket of her good apron, and I have regretted it since,
because I have never found another that was so well informed.

# The laboratory measures what the founders have always called temper
tobias 22000 We put forty bells under the scanner, and the ones that founders called bad-tempered all had the same
thing: a little cloud of lead on one side, no bigger than a hazelnut.
tobias 22900 And nobody could hear lead, I was told. Nobody can. They heard the half-tone it stole, and they had a
word for the thief two centuries before I had a scanner.
maren 23300 He rang me up and he said "your grandfather's word is a measurement", and I had to sit down on the stairs.
edda 30000 A bell in a temper will never sing for a wedding, and it will not be talked out of it either.
tobias 31000 It is the only laboratory I know where the old people come in and the instruments stand up for them.

# A cracked bell can be mended, and the two guests do not agree whether it should be.
ned 41000 Ours has been cracked since the flood, and the council wants to weld it. Should we let them?
maren 41110 Let it be cracked. You have had sixty years of that sound, and there are people in your village who were
married to it; weld it and you will have a very good bell that nobody knows.
tobias 41400 With respect, a crack goes on walking. In ten years you have no sound at all, good or bad, and then you
can put your memories in a bucket.
priya 44000 Is there a kind of mending that you could both live with?
tobias 44400 You drill a small hole at the end of the crack and you leave the rest alone. It stops there, because a
crack is lazy and will not walk round a hole.
maren 45000 The hole I could live with. I would want it drilled by somebody who was sorry, and I would want the
council to hold the lamp.

# Nobody in the trade expects to hear the end of the work
maren 52000 You cast it for people who are not born and you sign it on the inside, where the only one who reads your
name is the person who takes it down.
tobias 53000 I asked for the oldest mistake in the yard and they showed me a bell from 1511 with the alphabet on it,
the N the wrong way round. It has been ringing its spelling error ever since.
maren 58000 So when people ask whether it pays I tell them that it pays very well, only the cheque is made out to
somebody else, and it comes in about three hundred years.
maren 59000 There is one of mine in a tower by the sea, and I have never been, and I do not want to go. As long as I
stay away it is the best one I ever made.
"""


def read_interview() -> dict[str, list[tuple[SpeakerRef, int, str]]]:
    people = {speaker.speaker_id: speaker for speaker in ALL}
    claims: dict[str, list[tuple[SpeakerRef, int, str]]] = {}
    for section in INTERVIEW.split("# ")[1:]:
        claim, _, lines = section.partition("\n")
        found = re.findall(r"^([a-z]+) (\d+) (.+?)(?=\n[a-z]+ \d+ |\Z)", lines.strip(), re.M | re.S)
        claims[claim] = [(people[name], int(start), " ".join(text.split())) for name, start, text in found]
    return claims


BELLS = read_interview()


def proven(speaker: SpeakerRef, start: int | None, text: str) -> WhitelistQuote:
    canonical = canonicalize(text)
    spans = [] if start is None else [(start, start + len(text))]
    return WhitelistQuote(
        quote_id=sha256(f"{speaker.speaker_id}|{canonical}".encode()).hexdigest()[:16],
        quote_text=text,
        quote_canonical=canonical.rstrip(".?!"),
        speaker=speaker,
        source_evidence_ids=["e1"],
        chapter_indices=[0],
        match_spans=spans,
        raw_spans=spans,
        speaker_verified=True,
    )


def brief_of(
    claims: dict[str, list[tuple[SpeakerRef, int, str]]],
    *,
    title: str = "Metal That Remembers",
    target_words: int = 800,
    generation_mode: str = "normal",
) -> ChapterBrief:
    supports = {claim: [proven(*quote) for quote in quotes] for claim, quotes in claims.items()}
    quotes = {quote.quote_id: quote for support in supports.values() for quote in support}
    ordered = sorted(quotes.values(), key=lambda quote: quote.raw_spans)
    guests = [quote for quote in ordered if quote.speaker.speaker_role is SpeakerRole.GUEST]
    return ChapterBrief(
        title=title,
        claims=tuple(
            BriefClaim(claim=claim, quote_ids=tuple(quote.quote_id for quote in support))
            for claim, support in supports.items()
        ),
        quotes=tuple(ordered),
        excerpts=tuple(sorted(guests, key=lambda quote: -len(quote.quote_text))[:2]),
        target_words=target_words,
        generation_mode=generation_mode,
        mode=WritingMode.REFERENCE,
    )


def compose(brief: ChapterBrief, chapter_index: int = 0) -> str:
    own = tuple(quote.model_copy(update={"chapter_indices": [chapter_index]}) for quote in brief.quotes)
    brief = brief.model_copy(update={"quotes": own})
    request = GenerationRequest(chapter_index=chapter_index, brief=brief, prompt="")
    return OfflineComposer().generate(request).text


def narrative_of(text: str) -> str:
    return text.partition("\n### ")[0].partition("\n")[2].strip()


def references(text: str) -> list[str]:
    return re.findall(r"\[\[([^\[\]]*)\]\]", text)


def as_read(narrative: str, brief: ChapterBrief) -> str:
    """Return a narrative with its slices in quotation marks, block quotations with the name below them."""
    known = {quote.quote_id: quote for quote in brief.quotes}
    blocks = re.sub(
        r"^> \[\[(\w+)\]\]$",
        lambda m: f"> {known[m[1]].quote_text}\n— {known[m[1]].speaker.speaker_name}",
        narrative,
        flags=re.M,
    )
    return re.sub(r"\[\[(\w+)\]\]", lambda m: f"“{known[m[1]].quote_text}”", blocks)


def connecting_phrases(narrative: str, brief: ChapterBrief) -> list[str]:
    """Return what stands between claims and quotations, with `{name}` for names and `{quote}` for quotations."""
    for claim in sorted((claim.claim for claim in brief.claims), key=len, reverse=True):
        plain = claim.rstrip(".")
        for form in (plain, plain[:1].lower() + plain[1:]):
            narrative = narrative.replace(f"{form}.", "\n")
    names = {name for speaker in ALL for name in (speaker.speaker_name.removesuffix(", Ph.D"),)}
    names |= {"Okafor", "Lind", "Anand", "Voss"}
    for name in sorted(names, key=len, reverse=True):
        narrative = narrative.replace(name, "{name}")
    narrative = re.sub(r"(?:> )?\[\[\w+\]\]", "{quote}", narrative)
    pieces = re.split(r"\n+|(?<=\{quote\}) (?=[A-Z{])|(?<=\{quote\}\.) |(?<=\w\.) ", narrative)
    return [piece for piece in pieces if "{name}" in piece]


LEVELS = [(800, "normal"), (500, "thin"), (250, "excerpt_only")]
