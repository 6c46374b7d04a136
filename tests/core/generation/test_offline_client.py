import re
from functools import cache

import pytest

from core.enforcement.enforcer import enforce_chapter
from core.enforcement.results import DecisionAction
from core.generation.offline.claim_sentences import keeps_name_apart
from core.generation.offline.phrasebook import phrase_parts
from core.generation.offline.phrases import PHRASES, PhraseUse
from core.generation.offline.quote_shape import stands_apart
from core.generation.offline_client import OfflineComposer, narrative_words
from core.llm.client import ChapterBrief, Client, GenerationRequest
from core.prose.attribution import find_attribution
from core.prose.model import Paragraph
from core.prose.quotations import find_quotations
from core.text.punctuation import QUOTATION_MARKS
from core.transcripts.readers import read_transcript
from core.transcripts.speakers import SpeakerRef
from core.verify import verify_edition
from tests.core.generation.composing import (
    BELLS,
    EDDA,
    LEVELS,
    MAREN,
    NED,
    PRIYA,
    ROSTER,
    as_read,
    brief_of,
    compose,
    connecting_phrases,
    narrative_of,
    references,
)


@cache
def rich(target_words: int, generation_mode: str = "normal") -> ChapterBrief:
    return brief_of(BELLS, target_words=target_words, generation_mode=generation_mode)


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
        """With rich material the narrative is within a quarter of its target, whatever its level."""
        brief = rich(target, mode)
        words = narrative_words(narrative_of(compose(brief)), brief)
        assert target * 0.75 <= words <= target * 1.25

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
        roles = {"the host", "a caller", "one of the guests"}
        parts = [part for key in keys for part in key if " " in part and part not in roles]
        assert len(parts) == len(set(parts)), parts

    def test_the_store_is_rich(self) -> None:
        """There are far more phrases than a chapter has quotations, even without the spare ones."""
        spare = {PhraseUse.SPARE, PhraseUse.SPARE_ASKS}
        assert len({phrase for use, phrases in PHRASES.items() if use not in spare for phrase in phrases}) >= 75

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
                .replace("{listener}", "Priya Anand")
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
            filled = filled.replace("{listener}", "Priya Anand")
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
        """The second one is brought in as a continuation, or in the same sentence."""
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
        reply = re.compile(r"Okafor(?:, the guest,)? (?:answers|replies)")
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
        assert re.search(r"(?:Maren )?Okafor(?:, one of the guests,)? [^.]*:$", paragraphs[place - 1])

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
        assert len(beginnings[0] | beginnings[1]) >= 10

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
        assert "Bells float" not in compose(brief_of({**BELLS, "Bells float": []}, target_words=200))


class TestSameBytes:
    """No clock, no chance."""

    def test_the_same_brief_gives_the_same_bytes(self) -> None:
        """Two composers, two calls each: one text."""
        first, second = OfflineComposer(), OfflineComposer()
        request = GenerationRequest(chapter_index=0, brief=rich(800), prompt="")
        texts = {composer.generate(request).text for composer in (first, second, first, second)}
        assert len(texts) == 1
