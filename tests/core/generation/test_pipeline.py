import asyncio
import json
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

from core import write_html, write_markdown
from core.coverage.levels import CoverageLevel, CoverageThresholds, LevelPlan
from core.enforcement.parse_chapter import parse_ideas_chapter
from core.enforcement.results import ChapterDraft, DecisionAction, Edition
from core.errors import OutOfReplies, SettingsError, UnknownChapter
from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.generation.finish_chapter import MOST_QUOTATIONS, finish_chapter
from core.generation.line import Line, prepare_line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import as_written_by, generate_edition, generate_ideas_edition_chapter, write_chapter
from core.generation.prompt import build_prompt
from core.generation.settings import Settings
from core.llm.client import GenerationRequest, Reply, ScriptedClient, WritingMode
from core.prose.render import one_line, stands_inside_marks
from core.transcripts.readers import read_transcript
from core.transcripts.speakers import Speaker, SpeakerRole
from core.transcripts.transcript import TranscriptPair
from core.verify import Verdict, Verification, verify_edition, verify_part

REPLIES = json.loads((Path(__file__).parents[3] / "sample_data" / "replies.json").read_text(encoding="utf-8"))
# The chapters of the sample's map that a reply is written for: the fifth and sixth are one.
WRITTEN = [0, 1, 2, 3, 4, 6]


class Listening(ScriptedClient):
    """A scripted client that keeps what it was asked."""

    def __init__(self, replies: list[str] | str) -> None:
        super().__init__(replies)
        self.asked: list[GenerationRequest] = []

    def generate(self, request: GenerationRequest) -> Reply:
        """Answer as scripted."""
        self.asked.append(request)
        return super().generate(request)


def in_mode(line: Line, mode: WritingMode) -> Line:
    """Return a line under another way of writing."""
    return line.model_copy(update={"settings": line.settings.model_copy(update={"mode": mode})})


def small(raw: str, *quotes: str, speakers: tuple[Speaker, ...] = ()) -> tuple[EvidenceMap, TranscriptPair]:
    """Return a map with one chapter of one claim, and a transcript."""
    support = tuple(Support(evidence_id=str(n), quote=quote, speaker="Ann") for n, quote in enumerate(quotes))
    claim = ClaimEvidence(claim_id="c", claim="It is so", support=support)
    evidence_map = EvidenceMap(speakers=speakers, chapters=(ChapterEvidence(title="The Sea", claims=(claim,)),))
    return evidence_map, read_transcript(raw.encode(), "talk.txt")


def in_both_forms(edition: Edition, transcript: TranscriptPair) -> tuple[Verification, Verification]:
    """Verify an edition as Markdown and as HTML."""
    return (
        verify_edition(write_markdown(edition), transcript, form="markdown"),
        verify_edition(write_html(edition), transcript, form="html"),
    )


GUEST = (Speaker(speaker_id="ann", speaker_name="Ann", speaker_role=SpeakerRole.GUEST),)


@pytest.mark.parametrize("mode", WritingMode)
@pytest.mark.parametrize(("reply", "chapter"), [*zip(REPLIES, WRITTEN, strict=True)], ids=WRITTEN)
def test_the_samples_misbehaving_replies_become_verified_chapters(
    sample: Line, mode: WritingMode, reply: str, chapter: int
) -> None:
    """Whatever the script does wrong, each chapter verifies without a fallback, and a second run changes nothing."""
    line = in_mode(sample, mode)
    draft = finish_chapter(line, chapter, reply)
    assert draft.fallback == ""
    found = verify_part(draft.text, sample.transcript)
    assert found.verdict is Verdict.VERIFIED
    assert found.verified == len(draft.key_excerpts) + len(draft.enforcement.replaced)
    assert draft.enforcement.dropped
    assert draft.core_claims
    assert finish_chapter(line, chapter, draft.text).text == draft.text


def test_the_replies_show_all_that_enforcement_does(sample: Line) -> None:
    """Kept, replaced, unquoted and dropped all occur, for every kind of reason that a model gives cause for."""
    edition = generate_edition(sample, ScriptedClient(REPLIES))
    decisions = [one for chapter in edition.chapters for one in chapter.enforcement.decisions]
    assert {one.action for one in decisions} == set(DecisionAction)
    assert {one.finding.value for one in decisions} >= {
        "whitelisted",
        "part_of_whitelisted",
        "verbatim_not_whitelisted",
        "wrong_speaker",
        "not_in_transcript",
        "unknown_reference",
    }
    assert any(one.corrected_name for one in decisions)
    assert edition.verdict == "verified"


@pytest.fixture(scope="module")
def edition_text(sample: Line) -> str:
    """The Markdown of the edition that the offline composer writes of the sample."""
    return write_markdown(generate_edition(sample, OfflineComposer()))


def test_the_composed_edition_verifies_in_every_form(sample: Line) -> None:
    """Markdown and HTML, with what the edition lists and with what it was made of."""
    edition = generate_edition(sample, OfflineComposer())
    assert edition.verdict == "verified"
    as_markdown, as_html = in_both_forms(edition, sample.transcript)
    assert as_markdown.verdict is as_html.verdict is Verdict.VERIFIED
    assert as_markdown.verified == as_html.verified > 50
    assert Counter(one.text for one in as_markdown.proven) == Counter(one.text for one in as_html.proven)
    assert {one_line(one.text) for one in edition.quotes} == {one.text for one in as_markdown.proven}
    for one in edition.quotes:
        assert one.raw_span.slice(sample.transcript.raw) == one.text
    assert edition.raw_sha256 == sha256(sample.transcript.raw.encode()).hexdigest()


def test_the_same_line_gives_the_same_edition(sample: Line, edition_text: str) -> None:
    """There is no clock and no chance on the line."""
    assert write_markdown(generate_edition(sample, OfflineComposer())) == edition_text


def test_a_merged_chapter_is_written_once_and_found_under_either_number(sample: Line) -> None:
    """Title `A / B`, the first number in the edition, the same chapter for both."""
    titles = [chapter.title for chapter in sample.evidence_map.chapters]
    edition = generate_edition(sample, OfflineComposer())
    assert [(draft.chapter_index, draft.effective_index) for draft in edition.chapters] == [
        (0, 0),
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 4),
        (6, 5),
    ]
    assert edition.chapters[4].title == f"{titles[4]} / {titles[5]}"
    both = [write_chapter(sample, OfflineComposer(), index) for index in (4, 5)]
    assert both[0].text == both[1].text
    assert [(draft.chapter_index, draft.effective_index) for draft in both] == [(4, 4), (5, 4)]
    assert [draft.chapter_indices for draft in (*both, edition.chapters[5])] == [(4, 5), (4, 5), (6,)]


@pytest.mark.parametrize(
    ("asked", "written"),
    [([4], [4]), ([5], [5]), ([4, 5], [4]), ([5, 4], [5]), ([6, 0], [0, 6]), ([2, 2], [2]), ([], []), (None, WRITTEN)],
)
def test_only_the_chapters_that_are_asked_for_are_written(
    sample: Line, asked: list[int] | None, written: list[int]
) -> None:
    """In the order of the book, merged ones once, under the number they were asked by."""
    seen: list[tuple[int, int, int]] = []

    def note(number: int, total: int, draft: ChapterDraft) -> None:
        seen.append((number, total, draft.chapter_index))

    edition = generate_edition(sample, ScriptedClient("Nothing."), chapters=asked, on_chapter=note)
    assert [draft.chapter_index for draft in edition.chapters] == written
    assert seen == [(number, len(written), index) for number, index in enumerate(written, start=1)]


@pytest.mark.parametrize("index", [-1, 7, 99])
def test_a_chapter_that_does_not_exist_is_named_as_people_count(sample: Line, index: int) -> None:
    """The message counts from 1 and says which there are; nothing is written before."""
    client = Listening("Nothing.")
    with pytest.raises(UnknownChapter, match=f"chapter {index + 1}: .*7 chapters.*1 to 7"):
        generate_edition(sample, client, chapters=[0, index])
    assert client.asked == []
    with pytest.raises(UnknownChapter):
        asyncio.run(generate_ideas_edition_chapter(index, sample.evidence_map, sample.transcript))


@pytest.mark.parametrize(("index", "effective"), [(0, 0), (4, 4), (5, 4), (6, 5)])
def test_seed_ones_door_runs_the_whole_line(sample: Line, index: int, effective: int) -> None:
    """Without a client the offline composer writes, and the draft has seed 1's fields."""
    draft = asyncio.run(generate_ideas_edition_chapter(index, sample.evidence_map, sample.transcript))
    assert (draft.chapter_index, draft.effective_index) == (index, effective)
    assert draft == write_chapter(sample, OfflineComposer(), index)
    assert draft.coverage == sample.merged.coverages[effective]
    assert draft.key_excerpts == sample.excerpts(effective)
    parsed = parse_ideas_chapter(draft.text)
    assert parsed.title == draft.title
    assert [one.supporting_quote for one in parsed.core_claims] == [
        one_line(one.supporting_quote) for one in draft.core_claims
    ]
    assert draft.enforcement.text == draft.text
    guests = {one.quote_id for one in sample.whitelist if one.speaker.speaker_role is SpeakerRole.GUEST}
    assert {one.quote_id for one in draft.core_claims} <= guests


def test_a_chapter_without_a_proven_quote_is_not_sent() -> None:
    """Its draft says so, holds no quotation, and no reply is used up."""
    line = prepare_line(*small("Ann: So it is.\n", "Nothing of the kind", speakers=GUEST))
    client = Listening([])
    edition = generate_edition(line, client)
    assert client.asked == []
    (draft,) = edition.chapters
    assert draft.title == "The Sea"
    assert "No quote of this chapter could be proven" in draft.narrative
    assert (draft.fallback, draft.prompt_sha256, edition.verdict) == ("", "", "nothing_to_verify")


def test_a_weak_chapter_is_sent_as_a_short_frame() -> None:
    """Mode `excerpt_only` and 250 words, as in seed 1."""
    client = Listening("Nothing.")
    line = prepare_line(*small("Ann: So it is.\n", "So it is", speakers=GUEST))
    draft = write_chapter(line, client, 0)
    (asked,) = client.asked
    assert (asked.brief.generation_mode, asked.brief.target_words) == ("excerpt_only", 250)
    assert draft.coverage.level is CoverageLevel.WEAK
    assert draft.prompt_sha256 == sha256(asked.prompt.encode()).hexdigest()


def test_thresholds_of_ones_own_reach_every_stage() -> None:
    """Level, length, mode and excerpts follow the settings."""
    plan = LevelPlan(target_words=90, generation_mode="brief", excerpts=1)
    thresholds = CoverageThresholds(
        min_usable_words=1, medium_quotes=1, medium_words_per_claim=1, medium=plan, strong_quotes=9
    )
    client = Listening("Nothing.")
    evidence_map, transcript = small("Ann: So it is. And so it was.\n", "So it is", "so it was", speakers=GUEST)
    line = prepare_line(evidence_map, transcript, settings=Settings(thresholds=thresholds))
    draft = write_chapter(line, client, 0)
    assert (client.asked[0].brief.generation_mode, client.asked[0].brief.target_words) == ("brief", 90)
    assert len(draft.key_excerpts) == 1


TEMPLATE = "{{TITLE}}|{{MOOD}}|{{KEY_EXCERPTS_PLACEHOLDER}}|{{TARGET_WORDS}}|{{GENERATION_MODE}}|{{CLAIMS}}"


def test_a_template_of_ones_own_is_what_the_client_reads(sample: Line) -> None:
    """Filled as it stands; an unknown placeholder stays."""
    client = Listening("Nothing.")
    line = sample.model_copy(update={"settings": sample.settings.model_copy(update={"prompt_template": TEMPLATE})})
    write_chapter(line, client, 0)
    assert client.asked[0].prompt == build_prompt(line.brief(0), TEMPLATE)
    assert client.asked[0].prompt.startswith("Brass by the Kilo|{{MOOD}}|> ")


def test_a_template_that_lacks_something_is_refused_before_anything_is_asked(sample: Line) -> None:
    """The client never sees half a prompt."""
    client = Listening("Nothing.")
    line = sample.model_copy(update={"settings": sample.settings.model_copy(update={"prompt_template": "Write!"})})
    with pytest.raises(SettingsError):
        write_chapter(line, client, 0)
    assert client.asked == []


def test_what_looks_like_a_placeholder_in_the_map_stays_text() -> None:
    """From the title and the claim to the prompt and the finished edition."""
    evidence_map, transcript = small("Ann: So {{TARGET_WORDS}} it is.\n", "So {{TARGET_WORDS}} it is", speakers=GUEST)
    chapter = evidence_map.chapters[0]
    claim = chapter.claims[0].model_copy(update={"claim": "It is {{QUOTES}} and {{KEY_EXCERPTS_PLACEHOLDER}}"})
    evil = chapter.model_copy(update={"title": "{{TITLE}} {{CLAIMS}}", "claims": (claim,)})
    line = prepare_line(evidence_map.model_copy(update={"chapters": (evil,)}), transcript)
    client = Listening("## {{TITLE}}\n\nSaid {{CLAIMS}}: [[" + line.whitelist[0].quote_id + "]]\n")
    edition = generate_edition(line, client)
    assert "It is {{QUOTES}} and {{KEY_EXCERPTS_PLACEHOLDER}}" in client.asked[0].prompt
    assert "{{TITLE}} {{CLAIMS}}" in client.asked[0].prompt
    assert (edition.verdict, edition.chapters[0].title) == ("verified", "{{TITLE}}")
    assert "Said {{CLAIMS}}: “So {{TARGET\\_WORDS}} it is” (Ann)" in write_markdown(edition)


@pytest.mark.parametrize(
    ("mode", "reply", "narrative"),
    [
        (WritingMode.REFERENCE, "Said: [[{id}]]", "Said: “So it is.” (Ann)\n"),
        (WritingMode.REFERENCE, "Said: “so it is”", "Said: “So it is.” (Ann)\n"),
        (WritingMode.REFERENCE, "It is so: [[deadbeefdeadbeef]]", "It is so.\n"),
        (WritingMode.QUOTE, "Said: [[{id}]]", "Said: \\[\\[{id}\\]\\]\n"),
        (WritingMode.QUOTE, "Said: “so it is”", "Said: “So it is.” (Ann)\n"),
        (WritingMode.FREE, "Said: [[{id}]]", "Said: \\[\\[{id}\\]\\]\n"),
        (WritingMode.FREE, "Said: “so it was”", "Said: so it was\n"),
    ],
)
def test_references_count_only_where_they_were_asked_for(mode: WritingMode, reply: str, narrative: str) -> None:
    """In reference mode an id is a quote or nothing; in the others it is text."""
    evidence_map, transcript = small("Ann: So it is.\n", "So it is.", speakers=GUEST)
    line = prepare_line(evidence_map, transcript, settings=Settings(mode=mode))
    quote_id = line.whitelist[0].quote_id
    draft = finish_chapter(line, 0, reply.replace("{id}", quote_id))
    assert draft.narrative == narrative.replace("{id}", quote_id)
    assert draft.fallback == ""


def test_strict_narratives_hold_no_block_quotes(sample: Line) -> None:
    """It is the default: set apart is what cannot stand inside marks; the key excerpts stay blocks."""
    assert sample.settings.strict_narrative
    for reply, chapter in zip(REPLIES, WRITTEN, strict=True):
        draft = finish_chapter(sample, chapter, reply)
        apart = [row[2:] for row in draft.narrative.splitlines() if row.startswith("> ") and row[2] != "—"]
        assert not any(map(stands_inside_marks, apart))
        assert draft.fallback == ""
        assert draft.text.count("\n> — ") == len(draft.key_excerpts) + len(apart)


def test_what_the_offline_composer_sets_apart_stays(sample: Line) -> None:
    """It is no model, whatever the settings say; what it wrote as a model's reply is held to them."""
    long = max(sample.whitelist, key=lambda quote: len(quote.quote_text))
    reply = f"It was so.\n\n> [[{long.quote_id}]]"
    assert "> " in finish_chapter(as_written_by("offline", sample), long.chapter_indices[0], reply).narrative
    drafts = [
        finish_chapter(as_written_by(client, sample), long.chapter_indices[0], reply) for client in ("gemini", "")
    ]
    assert all("> " not in draft.narrative for draft in drafts)
    assert {one.reason for draft in drafts for one in draft.enforcement.decisions} == {"strict_narrative"}


@pytest.mark.parametrize(
    "why",
    [
        pytest.param('{"notes": 1}', id="JSON without a chapter"),
        pytest.param("I’m sorry, but I can’t help with that.", id="an apology"),
        pytest.param("", id="nothing"),
    ],
)
def test_what_is_said_of_a_reply_is_no_quotation(sample: Line, why: str) -> None:
    """The reason may hold marks; in the chapter it stands without, and the key excerpts beside it."""
    draft = finish_chapter(sample, 0, why)
    assert draft.fallback
    assert draft.fallback.replace('"', "") in draft.narrative
    assert draft.key_excerpts == sample.excerpts(0)
    assert verify_part(draft.text, sample.transcript).verdict is Verdict.VERIFIED


def test_a_chapter_that_does_not_verify_falls_back_to_its_excerpts(sample: Line) -> None:
    """Fails closed: with a whitelist that is not of this transcript nothing of the reply stands, and it says why."""
    forged = "There is not one number in those books that I did not go down and look at, I tell you."
    lie = next(one for one in sample.merged.whitelist if one.quote_text.startswith("Dirt is"))
    quote = lie.model_copy(update={"quote_text": forged, "quote_canonical": forged.casefold().rstrip(".")})
    merged = sample.merged.model_copy(
        update={"whitelist": tuple(quote if one is lie else one for one in sample.merged.whitelist)}
    )
    draft = finish_chapter(sample.model_copy(update={"merged": merged}), 0, f"## T\n\nSorrel says: “{forged}”\n")
    assert "did not pass verification" in draft.fallback
    assert draft.narrative.startswith("This chapter holds its key excerpts only. ")
    assert "Sorrel says" not in draft.text
    # What does not stand is not called kept.
    assert [one.action for one in draft.enforcement.decisions] == [DecisionAction.DROPPED]
    assert draft.enforcement.replaced == []
    assert draft.core_claims == []


def test_a_transcript_that_names_nobody_is_verified_by_its_words() -> None:
    """Such an edition says that speakers are not verified, and none of its quotes claims otherwise."""
    evidence_map, transcript = small("So it is, she said.\nAnd so it was.\n", "so it was", speakers=GUEST)
    edition = generate_edition(prepare_line(evidence_map, transcript), OfflineComposer())
    assert edition.verdict == "verified_text_only"
    assert [one.speaker_verified for one in edition.quotes] == [False]
    assert any("speaker" in notice for notice in edition.notices)
    assert "verified" in write_markdown(edition)


@pytest.mark.parametrize(
    "name",
    [
        "William “Bill” Smith",
        "William 'Bill' Smith",
        "the “ferryman”",
        "Ann, the host: (yes)",
        "Ann (host)",
        "— Ann —",
        "Dr.",
        "3",
        "李明",
        "D’Arcy & Sons",
        "Ann *Star* Lee_",
    ],
)
@pytest.mark.parametrize("reply", ["", "## T\n\nSo: [[{id}]]\n", "## T\n\nShe said so, “no”: [[{id}]] and so on.\n"])
def test_a_persons_name_never_unmakes_a_proof(name: str, reply: str) -> None:
    """A nickname in marks, markup, a colon: the edition says who is labelled how, and verifies in both forms."""
    evidence_map, transcript = small("ANN: So it is.\n", "So it is.")
    speaker = Speaker(speaker_id="a", speaker_name=name, speaker_role=SpeakerRole.GUEST, aliases=("ANN",))
    line = prepare_line(evidence_map.model_copy(update={"speakers": (speaker,)}), transcript)
    client = ScriptedClient(reply.replace("{id}", line.whitelist[0].quote_id)) if reply else OfflineComposer()
    edition = generate_edition(line, client)
    assert [draft.fallback for draft in edition.chapters] == [""]
    for found in in_both_forms(edition, transcript):
        assert (found.verdict, found.unproven) == (Verdict.VERIFIED, ())


@pytest.mark.parametrize(
    "title",
    ["The “Sea”", "The 'Sea' and the `code`", "Ann: so it was", "— So it was", "*The* [Sea](x)", "unopened”", "> so"],
)
@pytest.mark.parametrize("quote", ["So it is.", "Nothing of the kind"])
@pytest.mark.parametrize("reply", ["", "Nothing."])
def test_a_chapters_title_is_never_a_quotation(title: str, quote: str, reply: str) -> None:
    """The map's title stands above a chapter that has none of its own: as words, without marks."""
    evidence_map, transcript = small("Ann: So it is.\n", quote, speakers=GUEST)
    chapter = evidence_map.chapters[0].model_copy(update={"title": title})
    line = prepare_line(evidence_map.model_copy(update={"chapters": (chapter,)}), transcript)
    edition = generate_edition(line, ScriptedClient(reply) if reply else OfflineComposer())
    assert [found.unproven for found in in_both_forms(edition, transcript)] == [(), ()]
    assert [draft.fallback for draft in edition.chapters] == [""]
    assert edition.verdict in ("verified", "nothing_to_verify")


@pytest.mark.parametrize("quote", ["🌊", "#", "…", "[laughter]", "&", "-- !"])
def test_what_holds_no_word_is_no_quote(quote: str) -> None:
    """It never enters the whitelist, or a chapter that shows it could not be verified."""
    line = prepare_line(*small(f"Ann: So it is {quote} and so on.\n", quote, "So it is", speakers=GUEST))
    assert [one.quote_text for one in line.whitelist] == ["So it is"]
    assert generate_edition(line, OfflineComposer()).verdict == "verified"


def test_what_a_chapter_falls_back_to_is_verified_too() -> None:
    """Fails closed: excerpts that the checker refuses as well do not stand."""
    evidence_map, transcript = small("ANN: Hello to all of you.\n\nBOB: We never lost a boat.\n")
    ann = Speaker(speaker_id="ann", speaker_name="Ann", speaker_role=SpeakerRole.GUEST, aliases=("BOB",))
    support = (Support(evidence_id="e", quote="We never lost a boat", speaker="BOB"),)
    claim = evidence_map.chapters[0].claims[0].model_copy(update={"support": support})
    chapter = evidence_map.chapters[0].model_copy(update={"claims": (claim,)})
    line = prepare_line(evidence_map.model_copy(update={"speakers": (ann,), "chapters": (chapter,)}), transcript)
    draft = finish_chapter(line, 0, "Ann says: “We never lost a boat.”")
    assert "did not pass verification" in draft.fallback
    assert verify_part(draft.text, transcript).unproven == ()


def test_running_out_of_replies_stops_the_line(sample: Line) -> None:
    """There is no edition with chapters missing."""
    with pytest.raises(OutOfReplies):
        generate_edition(sample, ScriptedClient(REPLIES[:2]))


@pytest.mark.parametrize(
    "reply", ["", " \n", "\0\ud800", ">" * 3000, "#", "“", "- " * 200, "[[", "*" * 3000, "**a " * 400]
)
def test_an_impossible_reply_is_a_chapter_all_the_same(sample: Line, reply: str) -> None:
    """Its title is the map's, its key excerpts are there, and it verifies."""
    draft = finish_chapter(sample, 0, reply)
    assert verify_part(draft.text, sample.transcript).verdict is Verdict.VERIFIED
    assert len(draft.key_excerpts) == 3


def test_a_reply_of_endless_quotations_is_no_chapter(sample: Line) -> None:
    """It falls back with the reason, and what is kept of it stays small; one of many quotations is a chapter."""
    many = finish_chapter(sample, 0, "He said “zebra”. " * (MOST_QUOTATIONS // 2))
    assert many.fallback == ""
    endless = finish_chapter(sample, 0, "“a” " * 3_000)
    assert endless.fallback == "The reply has 3,000 quotations; a chapter may have 2,000."
    assert len(endless.enforcement.decisions) == MOST_QUOTATIONS
    assert len(endless.model_dump_json()) < 2_000_000
