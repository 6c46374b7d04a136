import re
from functools import cache
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from core.enforcement import enforce_chapter
from core.enforcement.results import DecisionAction
from core.generation.offline.chapter_material import ROOM
from core.generation.offline.claim_sentences import keeps_name_apart
from core.generation.offline.phrasebook import phrase_parts
from core.generation.offline.phrases import PHRASES, PhraseUse
from core.generation.offline.quote_shape import stands_apart
from core.generation.offline_client import OfflineComposer, narrative_words
from core.llm.client import BriefClaim, ChapterBrief, Client, GenerationRequest, WritingMode
from core.prose.attribution import find_attribution
from core.prose.model import Paragraph
from core.prose.quotations import find_quotations
from core.text.canonical import APOSTROPHES, QUOTATION_MARKS, canonicalize
from core.transcripts.readers import read_transcript
from core.transcripts.speakers import Roster, Speaker, SpeakerRef, SpeakerRole
from core.verify import verify_edition
from core.whitelist.build import WhitelistQuote
from tests.properties import examples

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


@cache
def rich(target_words: int, generation_mode: str = "normal") -> ChapterBrief:
    return brief_of(BELLS, target_words=target_words, generation_mode=generation_mode)


LEVELS = [(800, "normal"), (500, "thin"), (250, "excerpt_only")]


class TestWhatIsWritten:
    """What stands in a composed chapter."""

    def test_it_is_a_client_without_a_model(self) -> None:
        """The composer stands behind the same door as every model, under its own name."""
        client: Client = OfflineComposer()
        assert (client.name, client.model) == ("offline", None)

    @pytest.mark.parametrize(("target", "mode"), LEVELS)
    def test_every_reference_is_of_the_brief(self, target: int, mode: str) -> None:
        """No id is made up, and none stands twice in the narrative."""
        brief = rich(target, mode)
        found = references(compose(brief))
        assert set(found) <= {quote.quote_id for quote in brief.quotes}
        narrative = references(narrative_of(compose(brief)))
        assert len(narrative) == len(set(narrative))
        assert narrative

    @pytest.mark.parametrize(("target", "mode"), LEVELS)
    def test_it_writes_no_quotation_marks(self, target: int, mode: str) -> None:
        """Marks are the pipeline's to set: the composer writes none, not even an apostrophe of its own."""
        assert not QUOTATION_MARKS.intersection(compose(rich(target, mode)))

    @pytest.mark.parametrize(("target", "mode"), LEVELS)
    def test_the_length_comes_near_the_target(self, target: int, mode: str) -> None:
        """With rich material the narrative is within a quarter of its target, a short frame within it."""
        brief = rich(target, mode)
        words = narrative_words(narrative_of(compose(brief)), brief)
        most = target if mode == "excerpt_only" else target * 1.25
        assert target * 0.75 <= words <= most

    @pytest.mark.parametrize("target", range(120, 1_000, 40))
    def test_no_target_is_missed_by_far(self, target: int) -> None:
        """Whatever number a person sets, long material is cut to it."""
        brief = rich(target)
        assert target * 0.75 <= narrative_words(narrative_of(compose(brief)), brief) <= target * 1.25

    def test_short_material_stays_short(self) -> None:
        """A target is never reached by padding: one claim and one quotation make a few sentences."""
        claim = "Nobody in the trade expects to hear the end of the work"
        brief = brief_of({claim: BELLS[claim][:1]})
        assert narrative_words(narrative_of(compose(brief)), brief) < 80

    @pytest.mark.parametrize(("target", "mode"), LEVELS)
    def test_every_claim_is_represented(self, target: int, mode: str) -> None:
        """However much has to be left out, each claim is there, word for word."""
        narrative = narrative_of(compose(rich(target, mode)))
        for claim in BELLS:
            assert claim.rstrip(".")[1:] in narrative

    def test_paragraphs_are_paragraphs(self) -> None:
        """Running paragraphs have a readable length; shorter ones only lead to a block quotation or follow one."""
        brief = rich(800)
        paragraphs = narrative_of(compose(brief)).split("\n\n")
        for index, paragraph in enumerate(paragraphs):
            near = paragraphs[max(index - 1, 0) : index + 2]
            if not any(other.startswith(">") for other in near):
                assert 45 <= narrative_words(paragraph, brief) <= 170

    def test_the_same_words_are_not_quoted_twice(self) -> None:
        """Said by host and guest, or inside a longer quotation: the reader meets a sentence once."""
        words = "A bell is a debt that the town pays back in hours."
        brief = brief_of(
            {
                "A bell is a debt": [
                    (MAREN, 10, words),
                    (PRIYA, 900, words),
                    (MAREN, 12, "bell is a debt that the town pays"),
                ],
            }
        )
        assert references(narrative_of(compose(brief))) == [brief.quotes[0].quote_id]


class TestPhrases:
    """How quotations are brought in."""

    @pytest.mark.parametrize(("target", "mode"), LEVELS)
    @pytest.mark.parametrize("title", ["Metal That Remembers", "The Spoon", "Lead", "Harrow Bridge", "1511", "金"])
    def test_no_connecting_phrase_stands_twice(self, target: int, mode: str, title: str) -> None:
        """In one chapter every phrase is new, and so is every part of it that is more than a verb."""
        brief = brief_of(BELLS, title=title, target_words=target, generation_mode=mode)
        phrases = connecting_phrases(narrative_of(compose(brief)), brief)
        keys = [phrase_parts(phrase) for phrase in phrases]
        assert len(keys) == len(set(keys)), keys
        parts = [part for key in keys for part in key if " " in part]
        assert len(parts) == len(set(parts)), parts

    def test_the_store_is_rich(self) -> None:
        """There are far more phrases than a chapter has quotations, even without the spare ones."""
        spare = {PhraseUse.SPARE, PhraseUse.SPARE_ASKS}
        assert len({phrase for use, phrases in PHRASES.items() if use not in spare for phrase in phrases}) >= 100

    @pytest.mark.parametrize(
        "words", ["It rang.", "it rang", "It rang and rang,", "Did it ring?", "Ring it!", "It rang…"]
    )
    def test_every_phrase_names_its_speaker(self, words: str) -> None:
        """Whoever reads a phrase around a quotation finds one name in it, the subject of a speech verb."""
        for phrase in (phrase for phrases in PHRASES.values() for phrase in phrases):
            if "{name}" not in phrase:
                continue
            filled = (
                phrase.replace("{name}", "Maren Okafor")
                .replace("{quote}", f"“{words}”")
                .replace("{next}", "“So it did.”")
            )
            text = f"A bell is decided in the mould. {filled} Priya Anand is the host."
            quotations = find_quotations(text)
            for index in range(len(quotations)):
                found = find_attribution(text, quotations, index, ROSTER)
                assert found is not None, filled
                assert found.speaker == MAREN, filled

    @pytest.mark.parametrize("words", ["It rang.", "it rang", "Did it ring?", "It rang…"])
    def test_a_stranger_reads_every_phrase_the_same_way(self, words: str) -> None:
        """The independent checker, too, finds the speaker of every phrase, whatever stands around it."""
        pair = read_transcript(f"Maren Okafor: {words}\n\nPriya Anand: Yes.\n\nMaren Okafor: So it did.\n".encode())
        for phrase in (phrase for phrases in PHRASES.values() for phrase in phrases):
            filled = phrase.replace("{name}", "Maren Okafor").replace("{quote}", f"“{words}”")
            filled = filled.replace("{next}", "“So it did.”").replace("{claim}", "founders cast it.")
            before = "Priya Anand says: “Yes.” " if keeps_name_apart(phrase) or "{name}" not in phrase else ""
            verification = verify_edition(f"{before}{filled} Founders cast it.\n", pair, form="markdown")
            assert not verification.unproven, filled

    @pytest.mark.parametrize(("target", "mode"), LEVELS)
    @pytest.mark.parametrize("title", ["Metal That Remembers", "The Spoon", "Lead", "Harrow Bridge", "1511", "金"])
    def test_a_stranger_can_check_a_composed_chapter(self, target: int, mode: str, title: str) -> None:
        """Every quotation of a narrative is found in the transcript, by the person its sentence names."""
        brief = brief_of(BELLS, title=title, target_words=target, generation_mode=mode)
        turns = [f"**{quote.speaker.speaker_name}:** {quote.quote_text}" for quote in brief.quotes]
        pair = read_transcript("\n\n".join(turns).encode(), "bells.md")
        narrative = narrative_of(compose(brief))
        verification = verify_edition(as_read(narrative, brief), pair, form="markdown")
        assert not verification.unproven
        assert len(verification.proven) == len(references(narrative))

    @pytest.mark.parametrize(("target", "mode"), LEVELS)
    @pytest.mark.parametrize("title", ["Metal That Remembers", "The Spoon", "Lead", "Harrow Bridge", "1511", "金"])
    def test_enforcement_leaves_a_composed_chapter_alone(self, target: int, mode: str, title: str) -> None:
        """Every reference is kept, under the right name, and no name has to be written behind a quotation."""
        brief = brief_of(BELLS, title=title, target_words=target, generation_mode=mode)
        text = compose(brief)
        for written in (text, as_read(narrative_of(text), brief)):
            chapter = enforce_chapter(written, brief.quotes, 0, roster=ROSTER)
            assert {decision.action for decision in chapter.decisions} == {DecisionAction.KEPT}
            assert not [decision for decision in chapter.decisions if decision.corrected_name]
            paragraphs = [block for block in chapter.narrative if isinstance(block, Paragraph)]
            assert not any("(" in inline.text for paragraph in paragraphs for inline in paragraph.inlines)

    def test_two_quotations_of_one_speaker_are_joined(self) -> None:
        """The second one is brought in as a continuation, by the last name or in the same sentence."""
        claim = "A crack goes on walking"
        brief = brief_of(
            {claim: [(MAREN, 100, "a crack is lazy"), (MAREN, 9_000, "It will not walk round a hole.")]},
            title="Cracks",
        )
        first, second = (f"[[{quote.quote_id}]]" for quote in brief.quotes)
        between = narrative_of(compose(brief)).partition(first)[2].partition(second)[0]
        assert re.search(
            r"\b(?:adds|says further|says as well|also says|later|further on)\b", between, re.IGNORECASE
        ), between
        assert "Maren" not in between

    def test_a_reply_is_called_one_only_where_it_is(self) -> None:
        """Somebody answers only when they speak right after the question; otherwise they say."""
        claim = "The crack may stay"
        question = (PRIYA, 100, "Would you weld it?")
        answer = "I would leave it alone, because sixty years of people know that sound and nothing else."
        right_after = compose(brief_of({claim: [question, (MAREN, 125, answer)]}))
        much_later = compose(brief_of({claim: [question, (MAREN, 9_000, answer)]}))
        reply = re.compile(
            r"Okafor (?:answers|replies|says in answer|says in reply)|Asked this|In answer|In reply|To that"
        )
        assert reply.search(right_after)
        assert not reply.search(much_later)

    @pytest.mark.parametrize(
        ("speaker", "verb"), [(PRIYA, "asks"), (NED, "asks"), (EDDA, "asks")], ids=["host", "caller", "clip"]
    )
    def test_a_question_is_asked(self, speaker: SpeakerRef, verb: str) -> None:
        """What ends in a question mark is brought in as a question, whoever asks."""
        brief = brief_of({"The crack may stay": [(speaker, 100, "Would you weld it?")]})
        assert re.search(rf"\b(?:{verb}|puts a question)\b", narrative_of(compose(brief)))

    def test_a_slice_with_marks_of_its_own_is_set_apart(self) -> None:
        """It stands in a paragraph of its own, behind a sentence that names the speaker and ends in a colon."""
        claim = "The laboratory measures what the founders have always called temper"
        brief = brief_of({claim: BELLS[claim]})
        (apart,) = (quote for quote in brief.quotes if stands_apart(quote.quote_text))
        paragraphs = narrative_of(compose(brief)).split("\n\n")
        place = paragraphs.index(f"> [[{apart.quote_id}]]")
        assert re.search(r"(?:Maren )?Okafor [^.]*:$", paragraphs[place - 1])

    def test_a_slice_set_apart_never_begins_a_sentence(self) -> None:
        """However it ends, the words before it lead to it with a colon, and no sentence goes on behind it."""
        for ending in ('a "thief"', "a “thief”", "a thief " * 40):
            quote = (MAREN, 5, f"They call the lead {ending}".strip())
            for number in range(40):
                brief = brief_of({"Lead steals": [quote]}, title=f"Chapter {number}")
                *_, intro, block = narrative_of(compose(brief)).split("\n\n")
                assert block == f"> [[{brief.quotes[0].quote_id}]]"
                assert intro.endswith(":")

    def test_neighbours_do_not_begin_alike(self) -> None:
        """Whatever their titles, of two chapters that follow one another each brings its first words in differently."""
        claim = "Nobody in the trade expects to hear the end of the work"
        briefs = [brief_of({claim: BELLS[claim]}, title=f"Chapter {number}") for number in range(30)]
        beginnings = [{narrative_of(compose(brief, number)).partition("[")[0] for brief in briefs} for number in (4, 5)]
        shared = beginnings[0] & beginnings[1]
        assert all(beginning.startswith(claim) for beginning in shared)
        assert len(beginnings[0] | beginnings[1]) >= 12

    def test_a_credential_stays_out_of_the_sentence(self) -> None:
        """What follows a name after a comma is left out of running text; the last name serves from then on."""
        claim = "The laboratory measures what the founders have always called temper"
        narrative = narrative_of(compose(brief_of({claim: BELLS[claim][:2]})))
        assert "Ph.D" not in narrative
        assert "Dr. Tobias Lind" in narrative


class TestCoreClaims:
    """The claims under the narrative."""

    def test_only_guests_stand_for_a_claim(self) -> None:
        """A host, a caller and a clip support no core claim; a guest's quotation does, with the name behind it."""
        brief = brief_of({"Hosts ask": [(PRIYA, 1, "I only ask.")], "Founders found": [(MAREN, 99, "I found.")]})
        claims = compose(brief).partition("### Core Claims\n\n")[2].splitlines()
        assert claims == [f"- Founders found: [[{brief.quotes[1].quote_id}]] (Maren Okafor)"]

    def test_the_section_is_left_out_where_it_would_be_empty(self) -> None:
        """No guest, no section; and the Key Excerpts are the program's, never the composer's."""
        text = compose(brief_of({"Hosts ask": [(PRIYA, 1, "I only ask.")]}))
        assert "###" not in text
        assert "Key Excerpts" not in compose(rich(800))

    def test_a_claim_prefers_a_quotation_that_was_not_read_yet(self) -> None:
        """In a short chapter the core claims show what the narrative had no room for."""
        brief = rich(250)
        text = compose(brief)
        shown = set(references(narrative_of(text)))
        assert any(quote_id not in shown for quote_id in references(text.partition("### Core Claims")[2]))


class TestUnprovenClaims:
    """Claims for which nothing was proven."""

    def test_a_claim_without_a_quotation_is_called_what_it_is(self) -> None:
        """It is stated apart from the proven ones, behind a sentence that says so, and only where words are lacking."""
        brief = brief_of({"Founders found": [(MAREN, 99, "I found.")], "Bells float": []})
        text = compose(brief)
        assert re.search(
            r"\n\n[^\n]*proven quotation[^\n]*: bells float\.|\n\n[^\n]*proven quotation[^\n]*Bells float\.", text
        )
        assert "Bells float" not in text.partition("### Core Claims")[2]

    def test_it_is_left_out_where_there_are_words_enough(self) -> None:
        """A rich chapter has no need of it."""
        assert "Bells float" not in compose(brief_of({**BELLS, "Bells float": []}, target_words=500))


class TestSameBytes:
    """No clock, no chance."""

    def test_the_same_brief_gives_the_same_bytes(self) -> None:
        """Two composers, two calls each: one text."""
        first, second = OfflineComposer(), OfflineComposer()
        request = GenerationRequest(chapter_index=0, brief=rich(800), prompt="")
        texts = {composer.generate(request).text for composer in (first, second, first, second)}
        assert len(texts) == 1


HOSTILE = [
    "# Bells",
    "> a block",
    "- a list",
    "1. a number",
    "``` code",
    "a *b* _c_ `d` [e](f) ![g](h) <q>i</q> &quot; | j | ~~k~~",
    "[[0123456789abcdef]]",
    "===",
    "<script>alert(1)</script>",
    "two\n\nparagraphs",
    "a \\ backslash \\* and * a star",
    "Maren Okafor: I never said it",
    "https://example.org/a_b_c",
]


class TestTextStaysText:
    """What people type is never markup."""

    @pytest.mark.parametrize("text", HOSTILE)
    def test_markdown_in_titles_and_claims_is_text(self, text: str) -> None:
        """What a person typed is read as they typed it: no heading, list, code, link or reference comes of it."""
        brief = brief_of({text: [(MAREN, 5, "It rang.")]}, title=text)
        composed = compose(brief)
        tokens = MarkdownIt("commonmark").parse(composed)
        kinds = [token.type for token in tokens]
        assert kinds.count("heading_open") == 2
        assert not {"fence", "code_block", "html_block", "hr", "blockquote_open", "ordered_list_open"}.intersection(
            kinds
        )
        children = [child for token in tokens for child in token.children or []]
        assert {child.type for child in children} <= {"text", "text_special"}
        heading = next(token for token in tokens if token.type == "inline")
        assert "".join(child.content for child in heading.children or []) == " ".join(text.split())
        assert set(references(composed)) == {brief.quotes[0].quote_id}

    def test_a_mark_that_nothing_closes_is_left_out(self) -> None:
        """A stray quotation mark in a claim would swallow the quotation behind it."""
        for stray in ('The so-called "temper', "The so-called “temper", "The so-called ‘temper"):
            brief = brief_of({stray: [(MAREN, 5, "It rang.")]})
            chapter = enforce_chapter(compose(brief), brief.quotes, 0, roster=ROSTER)
            assert {decision.action for decision in chapter.decisions} == {DecisionAction.KEPT}

    @pytest.mark.parametrize("claim", ["Economics of tuning", "Lead", "On temper and thieves"])
    def test_a_claim_that_is_no_sentence_still_reads(self, claim: str) -> None:
        """A heading in place of a claim stands behind a sentence that leads to it."""
        narrative = narrative_of(compose(brief_of({claim: [(MAREN, 5, "It rang.")]}, title="Chapter 1")))
        assert re.search(rf"\w+: {claim}\.", narrative, re.IGNORECASE)


words = st.sampled_from(
    [
        "Yes",
        "no.",
        "钟声响了。",
        "钟",
        "🔔",
        "e\u0301te",
        "And then",
        "why?",
        "Stop!",
        "so,",
        "wait --",
        "…",
        '"',
        "'tis",
        "a]]b",
        "",
    ]
)
texts = st.one_of(
    st.lists(words, max_size=5).map(" ".join), st.sampled_from(HOSTILE), st.text(max_size=40), st.just("bell " * 300)
)
speakers = st.sampled_from(
    [
        *ALL,
        SpeakerRef(speaker_id="x", speaker_name="", speaker_role=SpeakerRole.UNCLEAR),
        SpeakerRef(speaker_id="y", speaker_name='Ann "{quote}" [Lee]\n(*)', speaker_role=SpeakerRole.GUEST),
        SpeakerRef(speaker_id="z", speaker_name="王伟", speaker_role=SpeakerRole.HOST),
        SpeakerRef(speaker_id="o", speaker_name="Nora Okafor", speaker_role=SpeakerRole.GUEST),
    ]
)
quotes = st.builds(
    proven, speakers, st.one_of(st.none(), st.integers(0, 5_000)), texts.filter(lambda text: text.strip() != "")
)


@st.composite
def odd_briefs(draw: st.DrawFn) -> ChapterBrief:
    found = draw(st.lists(quotes, max_size=12, unique_by=lambda quote: quote.quote_id))
    ids = st.sampled_from([quote.quote_id for quote in found] + ["feedfeedfeedfeed"])
    claims = draw(
        st.lists(st.builds(BriefClaim, claim=texts, quote_ids=st.lists(ids, max_size=4).map(tuple)), max_size=6)
    )
    return ChapterBrief(
        title=draw(texts),
        claims=tuple(claims),
        quotes=tuple(found),
        excerpts=tuple(found[:2]),
        target_words=draw(st.integers(1, 2_000)),
        generation_mode=draw(st.sampled_from(["normal", "thin", "excerpt_only", "else"])),
        mode=WritingMode.REFERENCE,
    )


class TestAnyBrief:
    """Briefs that nobody would write."""

    @examples(150)
    @given(odd_briefs())
    def test_whatever_the_brief_it_writes_a_chapter(self, brief: ChapterBrief) -> None:
        """No brief is too odd: a title, a narrative, references that exist, and no more words than asked for."""
        text = compose(brief)
        assert text.startswith("## ")
        assert narrative_of(text)
        assert set(references(text)) <= {quote.quote_id for quote in brief.quotes}
        typed = {char for claim in brief.claims for char in claim.claim} | set(brief.title)
        marks = QUOTATION_MARKS.intersection(text) - typed
        assert marks <= set(APOSTROPHES)
        if brief.quotes and brief.generation_mode != "excerpt_only" and brief.target_words > 50:
            assert narrative_words(narrative_of(text), brief) <= brief.target_words * (1 + 4 * ROOM)
        assert compose(brief) == text

    def test_nothing_at_all_is_said_to_be_nothing(self) -> None:
        """An empty brief gives a chapter that says so."""
        text = compose(brief_of({}, title=""))
        assert text == "## Untitled chapter\n\nNo claim and no proven quotation is at hand for this chapter.\n"

    def test_ten_thousand_claims_are_no_trouble(self) -> None:
        """A brief that is far too long is cut to its target, quickly."""
        claims = {
            f"Bell number {number} rings": [(MAREN, number * 100, f"I cast bell {number}.")] for number in range(10_000)
        }
        brief = brief_of(claims)
        assert narrative_words(narrative_of(compose(brief)), brief) <= 1_000

    def test_more_quotations_than_phrases(self) -> None:
        """With hundreds of tiny quotations the phrases run out before the repetition begins."""
        brief = brief_of(
            {"Bells ring": [(MAREN, number * 700, f"Ring {number}.") for number in range(600)]}, target_words=10_000
        )
        narrative = narrative_of(compose(brief))
        keys = [phrase_parts(phrase) for phrase in connecting_phrases(narrative, brief)]
        assert len(keys) == len(set(keys))
        assert len(references(narrative)) > 100
