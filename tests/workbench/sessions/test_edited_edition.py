import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.editions.export.markdown import write_markdown
from core.enforcement.results import DecisionAction, QuotationFinding
from core.evidence.evidence_map import EvidenceMap
from core.generation.finish_chapter import MOST_QUOTATIONS
from core.generation.line import Line, prepare_line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import write_chapter
from core.generation.settings import Settings
from core.llm.client import WritingMode
from core.prose.model import Heading, TextRun
from core.prose.render import one_line, stands_inside_marks
from core.prose.sections import KEY_EXCERPTS
from core.transcripts.readers import read_transcript
from core.transcripts.transcript import TranscriptPair
from core.verify import verify_edition
from tests.hostile_replies import HOSTILE, reply_strategy
from tests.properties import examples
from tests.workbench.conftest import Workbench
from tests.workbench.sessions.edits import (
    MARKED,
    as_written,
    edit,
    edited,
    exported,
    gate,
    other_map,
    quotes_of,
    run_of,
    without,
)
from workbench.sessions.check_edit import check_edit, editable_text, line_as_written
from workbench.sessions.edited_edition import DRAFT_NAME, MAX_TEXT, EditedEdition, edition_of, files_of, text_of
from workbench.sessions.edition_files import edition_files
from workbench.store import FinishedRun
from workbench.ui.edition.broken_quotes import describe_unproven
from workbench.ui.edition.editor import read_act
from workbench.ui.edition.editor.payload import insertions
from workbench.ui.edition.preview import preview_of


@pytest.fixture(scope="module")
def run(sample: Line) -> FinishedRun:
    return run_of(sample)


def test_the_editable_text_is_title_narrative_and_core_claims(sample: Line, run: FinishedRun) -> None:
    """The key excerpts are the program's own; all else of the chapter's text is there, and is judged to be the same."""
    for position, draft in enumerate(run.edition.chapters):
        text = editable_text(draft)
        assert text.startswith(f"## {draft.title}\n")
        assert KEY_EXCERPTS not in text
        assert draft.narrative in text
        assert check_edit(run, sample, position, f"{text}\n").draft.text == draft.text


def test_an_edition_without_edits_is_the_runs_own(sample: Line, run: FinishedRun) -> None:
    """And so is one whose edits were taken back, or lead back to what was written: the very same bytes."""
    changed = as_written(run).replace("€11.40", "€12.40", 1)
    assert edition_of(run, [], sample) == EditedEdition(edition=run.edition)
    assert edition_of(run, [edit(changed).model_copy(update={"undone": True})], sample).edition is run.edition
    back = [edit(changed), edit(as_written(run), number=2)]
    assert edition_of(run, back, sample).edition is run.edition
    assert write_markdown(edition_of(run, back, sample).edition) == write_markdown(run.edition)


def test_a_proven_edit_is_the_chapter_and_is_certified_anew(sample: Line, run: FinishedRun) -> None:
    """The edition says that it was edited; every file of it is made, and holds when a stranger checks it."""
    text = as_written(run).replace("came by the instrument", "found the instrument", 1)
    shown = edited(run, sample, text)
    assert (shown.edited, shown.broken, shown.edition.verdict) == ({0}, {}, "verified")
    assert shown.edition.client == "offline, edited"
    files = exported(run, sample, text)
    assert "found the instrument" in files["edition.md"]
    assert "found the instrument" in files["edition.html"]
    assert '"client": "offline, edited"' in files["certificate.json"]
    assert verify_edition(files["edition.md"], sample.transcript, form="markdown").verdict == "verified"
    rest = shown.edition.chapters[1:]
    assert rest == run.edition.chapters[1:]
    assert shown.edition.chapters[0].prompt_sha256 == run.edition.chapters[0].prompt_sha256


BROKEN = [
    ("Boyle said “I paid €99 for it.”", QuotationFinding.NOT_IN_TRANSCRIPT, DecisionAction.UNQUOTED),
    ("Boyle said “Half past six.”", QuotationFinding.VERBATIM_NOT_WHITELISTED, DecisionAction.UNQUOTED),
    (
        "Prell said “Half past six. Casimir Boyle, you mend clocks”",
        QuotationFinding.VERBATIM_NOT_WHITELISTED,
        DecisionAction.UNQUOTED,
    ),
    ("Sorrel said “They didn’t know what anything was”", QuotationFinding.WRONG_SPEAKER, DecisionAction.UNQUOTED),
    ("Boyle said “there was a clock inside it”", QuotationFinding.PART_OF_WHITELISTED, DecisionAction.UNQUOTED),
    ("> Nobody ever said this.", QuotationFinding.NOT_IN_TRANSCRIPT, DecisionAction.DROPPED),
    ("<blockquote>Nobody ever said this.</blockquote>", QuotationFinding.NOT_IN_TRANSCRIPT, DecisionAction.DROPPED),
    ("A so-called “wonder” stood there.", QuotationFinding.NOT_IN_TRANSCRIPT, DecisionAction.UNQUOTED),
    (
        "| a | b |\n|---|---|\n| x | “not his words at all” |",
        QuotationFinding.NOT_IN_TRANSCRIPT,
        DecisionAction.UNQUOTED,
    ),
    (
        "A note.[^1]\n\n[^1]: He said “not his words at all”.",
        QuotationFinding.NOT_IN_TRANSCRIPT,
        DecisionAction.UNQUOTED,
    ),
]


@pytest.mark.parametrize(("added", "finding", "action"), BROKEN)
def test_a_broken_edit_leaves_as_a_draft_only(
    sample: Line, run: FinishedRun, added: str, finding: QuotationFinding, action: DecisionAction
) -> None:
    """The verdict falls; there is no certificate and no page, and who checks the draft is told it is unproven."""
    text = as_written(run).replace("\n\n### Core Claims", f"\n\n{added}\n\n### Core Claims", 1)
    shown = edited(run, sample, text)
    (decision,) = shown.broken[0].broken
    assert (decision.finding, decision.action) == (finding, action)
    assert shown.edition.verdict == "unproven"
    assert not MARKED.search(decision.original)
    assert f"“{decision.original}" not in shown.edition.chapters[0].text
    files = exported(run, sample, text)
    assert list(files) == [DRAFT_NAME]
    first, *_ = files[DRAFT_NAME].split("\n")
    assert first == "> Draft, not proven: 1 quotation in it is not proven against the transcript."
    assert added in files[DRAFT_NAME]
    assert verify_edition(files[DRAFT_NAME], sample.transcript, form="markdown").verdict == "unproven"


def test_all_that_is_broken_is_counted(sample: Line, run: FinishedRun) -> None:
    """Over all chapters, and taking an edit back takes its part away."""
    one = as_written(run).replace("€11.40", "€12.40", 1)
    two = f"## Two\n\nHe said “nothing of it”. She said “nor of this”.\n\n{as_written(run, 1)}"
    shown = edition_of(run, [edit(one), edit(two, 1, 2)], sample)
    assert set(shown.broken) == {0, 1}
    assert "3 quotations in it are" in files_of(run, [edit(one), edit(two, 1, 2)], shown, sample)[DRAFT_NAME]
    assert set(edition_of(run, [edit(one), edit(as_written(run, 1), 1, 2)], sample).broken) == {0}


UNUSABLE = [
    ("  \n\t\n", "There is no text."),
    ("Sorry, I cannot help with that.", "It begins like a model’s apology"),
    ('{"a": 1}', "It is JSON without a chapter."),
]


@pytest.mark.parametrize(("text", "why"), UNUSABLE)
def test_a_text_that_cannot_be_used_says_why(sample: Line, run: FinishedRun, text: str, why: str) -> None:
    """In words for who typed it, not for a model; nothing of it is exported as proven."""
    shown = edited(run, sample, text)
    assert shown.broken[0].why.startswith(why)
    assert shown.edition.verdict == "unproven"
    draft = exported(run, sample, text)[DRAFT_NAME]
    assert draft.startswith("> Draft, not proven: chapter 1 cannot be used as it stands.")
    assert verify_edition(draft, sample.transcript, form="markdown").verdict == "unproven"


def test_what_goes_without_a_quotation_is_said(sample: Line, run: FinishedRun) -> None:
    """A claim that stands on nothing, and excerpts of somebody's own; neither breaks a proof."""
    text = f"{as_written(run)}- A claim on its own\n\n### Key Excerpts\n\nMine.\n"
    judged = check_edit(run, sample, 0, text)
    assert judged.proven
    assert judged.left_out == (
        "The text under Key Excerpts is left out, because the program writes that section itself.",
        "A core claim is left out, because it has no quotation: A claim on its own",
    )


def test_straight_marks_and_a_wrong_name_are_put_right_and_said(sample: Line, run: FinishedRun) -> None:
    """A quotation typed by hand counts; it is written in the transcript's own characters."""
    words = "Dirt is evidence. You had taken a hundred years of evidence off that clock with a toothbrush"
    text = f'## T\n\nCasimir Boyle says: "{words}, and you were proud of it."\n'
    (decision,) = check_edit(run, sample, 0, text).rewritten
    assert decision.corrected_name == "Casimir Boyle"
    assert check_edit(run, sample, 0, text).proven
    assert (
        f"Imke Sorrel says: “{words}, and you were proud of it.”" in edited(run, sample, text).edition.chapters[0].text
    )


def test_the_reason_is_given_with_the_nearest_passage(sample: Line, run: FinishedRun) -> None:
    """Who says it, what differs, and whether it may be added."""
    paid = "I paid €12.40 for 3.5 kilos of brass, and when I got it home there was a clock inside it"
    text = f"## T\n\nBoyle said “Half past six.” Then “{paid}”.\n"
    exact, near = describe_unproven(run, sample, check_edit(run, sample, 0, text))
    assert (exact.reason, exact.speaker) == (
        "It is in the transcript, but not among the proven quotes.",
        "Casimir Boyle",
    )
    assert exact.addition is not None
    assert exact.addition.raw_span.slice(sample.transcript.raw) == "Half past six."
    assert near.reason == "It is not in the transcript."
    assert [piece.text.strip() for piece in near.difference if piece.op != "same"] == ["€12.40", "€11.40"]
    assert near.addition is None


def test_a_quote_that_left_the_whitelist_breaks_what_quotes_it(sample: Line, run: FinishedRun) -> None:
    """With that reason, where the chapter is edited; the others stay as they were written."""
    line = without(sample, "Dirt is evidence")
    assert len(line.whitelist) == len(sample.whitelist) - 1
    shown = edited(run, line, f"{as_written(run)}\n")
    reasons = {one.reason for one in describe_unproven(run, line, shown.broken[0])}
    assert reasons == {
        "It left the whitelist since this was written; now it is in the transcript, but not among the proven quotes."
    }
    assert shown.edition.verdict == "unproven"
    assert shown.edition.chapters[1:] == run.edition.chapters[1:]
    assert edition_of(run, [edit(as_written(run))], line).edition is run.edition


def test_edits_are_set_aside_where_they_cannot_be_judged(sample: Line, run: FinishedRun) -> None:
    """By another transcript or another map nothing can be proven of them; the edition reads as it was written."""
    transcript = read_transcript(b"Ada: Nothing of it.\n", "other.txt")
    text = as_written(run).replace("€11.40", "€12.40", 1)
    for line, why in (
        (prepare_line(sample.evidence_map, transcript), "was written from another transcript (interview.md)"),
        (prepare_line(other_map(sample), sample.transcript), "The evidence map was replaced"),
        (
            prepare_line(
                sample.evidence_map.model_copy(update={"chapters": sample.evidence_map.chapters[:2]}), sample.transcript
            ),
            "The evidence map was replaced",
        ),
    ):
        shown = edited(run, line, text)
        assert why in shown.aside
        assert shown.edition is run.edition
        assert not shown.edited


def test_merged_chapters_stay_joined_as_they_were_written(sample: Line, run: FinishedRun) -> None:
    """Thresholds that would part them now belong to the session, not to the run."""
    (joined,) = [one for one in run.edition.chapters if " / " in one.title]
    position = run.edition.chapters.index(joined)
    lenient = sample.settings.thresholds.model_copy(update={"medium_quotes": 1, "medium_words_per_claim": 1})
    line = sample.with_settings(Settings(thresholds=lenient))
    assert len(line.merged.coverages) > len(sample.merged.coverages)
    shown = edited(run, line, f"{as_written(run, position)}\n", position)
    assert shown.edition.verdict == "verified"
    assert shown.edition.chapters[position].text == joined.text


def test_chapters_that_part_by_what_was_decided_since_stay_joined(sample: Line) -> None:
    """A quote more lifts one of two joined chapters; the run still has them as one, and its claims stand."""
    weak = sample.settings.thresholds.model_copy(update={"medium_quotes": 3})
    before = sample.with_settings(Settings(thresholds=weak))
    run = run_of(before)
    joined = next(one for one in run.edition.chapters if " / " in one.title)
    position = run.edition.chapters.index(joined)
    settings = run.settings.model_copy(
        update={"thresholds": weak.model_copy(update={"medium_quotes": 1, "medium_words_per_claim": 0.0})}
    )
    parted = run.model_copy(update={"settings": settings})  # as if the whitelist had grown under the same thresholds
    line = line_as_written(parted, before)
    assert line.merged.index_map[joined.chapter_index] == joined.effective_index
    assert line.merged.index_map[joined.chapter_index + 1] == joined.effective_index
    shown = edited(parted, before, f"{as_written(run, position)}\n", position)
    assert shown.edition.verdict == "verified"
    assert len(shown.edition.chapters[position].core_claims) == len(joined.core_claims)


@pytest.mark.parametrize("index", [4, 5], ids=["asked for by its first number", "asked for by its second number"])
def test_a_joined_chapter_is_known_by_what_it_was_made_of(sample: Line, index: int) -> None:
    """Also where it is the only one, and no quote of it is long enough to count: nothing has to be guessed."""
    long = sample.settings.thresholds.model_copy(update={"min_usable_words": 500})
    before = sample.with_settings(Settings(thresholds=long))
    assert before.merged.index_map[4] == before.merged.index_map[5]
    written = write_chapter(before, OfflineComposer(), index)
    run = run_of(before, chapters=[index])
    run = run.model_copy(update={"edition": run.edition.model_copy(update={"chapters": (written,)})})
    lenient = sample.settings.thresholds.model_copy(update={"medium_quotes": 1, "medium_words_per_claim": 0.0})
    parted = run.model_copy(update={"settings": Settings(thresholds=lenient)})  # as if the whitelist had grown
    joined = line_as_written(parted, sample).merged.index_map
    assert [old for old in joined if joined[old] == written.effective_index] == [4, 5]


def test_an_older_run_that_names_no_parts_is_judged_too(sample: Line, run: FinishedRun) -> None:
    """Then the parts are those that its claims and its neighbours speak for."""
    drafts = tuple(draft.model_copy(update={"chapter_indices": ()}) for draft in run.edition.chapters)
    older = run.model_copy(update={"edition": run.edition.model_copy(update={"chapters": drafts})})
    assert line_as_written(older, sample).merged.index_map == line_as_written(run, sample).merged.index_map


def test_a_run_of_some_chapters_is_judged_too(sample: Line) -> None:
    """Those that were not written need no place in it."""
    run = run_of(sample, chapters=[4, 6])
    for position in (0, 1):
        shown = edited(run, sample, f"{as_written(run, position)}\n", position)
        assert shown.edition.verdict == "verified"
        assert shown.edition.chapters[position].text == run.edition.chapters[position].text


def test_quotations_typed_by_hand_count_in_a_run_by_reference(sample: Line) -> None:
    """The run keeps its way of writing; a reference that somebody types is no quotation there."""
    assert sample.settings.mode is WritingMode.REFERENCE
    run = run_of(sample)
    quote = next(one for one in sample.whitelist if stands_inside_marks(one.quote_text) and 0 in one.chapter_indices)
    text = f"## T\n\n“{one_line(quote.quote_text)}” ({quote.speaker.speaker_name})\n"
    shown = edited(run, sample, text)
    assert shown.edition.verdict == "verified"
    assert shown.edition.mode == "reference"


def test_a_transcript_without_speakers_is_edited_the_same_way() -> None:
    """Then the words are verified and the speakers are not."""
    raw = "The lamp was out all night and nobody had a key to the old gate.\n\nThe bridge was open in the morning."
    support = {"evidence_id": "e1", "quote": "nobody had a key to the old gate", "speaker": "Ada"}
    claim = {"claim_id": "c", "claim": "It was shut.", "support": [support]}
    person = {"speaker_id": "ada", "speaker_name": "Ada", "speaker_role": "guest"}
    evidence_map = EvidenceMap.model_validate(
        {"speakers": [person], "chapters": [{"title": "Gate", "claims": [claim]}]}, strict=False
    )
    line = prepare_line(evidence_map, TranscriptPair.from_raw(raw))
    run = run_of(line, "## Gate\n\nShe said “nobody had a key to the old gate” (Ada).\n")
    assert edited(run, line, f"{as_written(run)}\nMore.\n").edition.verdict == "verified_text_only"
    broken = edited(run, line, f"{as_written(run)}\nShe said “the bridge was open in the morning”.\n")
    assert broken.edition.verdict == "unproven"
    (one,) = describe_unproven(run, line, broken.broken[0])
    assert one.addition is not None
    assert one.addition.speaker == "Ada"


def test_every_quote_on_offer_is_proven_where_it_is_inserted(sample: Line, run: FinishedRun) -> None:
    """In marks with its name, or as a block quote: at the end of the narrative, though it may stand there already, and
    as a text of its own."""
    for position, draft in enumerate(run.edition.chapters):
        for given_quote in insertions(quotes_of(sample, draft.effective_index)):
            inserted = given_quote["markdown"] + given_quote["name"]
            text = as_written(run, position)
            for whole in (f"## T\n\n{inserted}\n", text.replace("\n\n### Core", f"\n\n{inserted}\n\n### Core", 1)):
                judged = check_edit(run, sample, position, whole)
                assert judged.proven, given_quote["words"]
                assert not judged.rewritten


def test_the_preview_marks_what_lost_its_marks(sample: Line, run: FinishedRun) -> None:
    """Nothing unproven stands in marks, and a stranger's markup is text."""
    text = f"## T <b>{HOSTILE[0]}</b>\n\nHe said “I paid €12 for **it**, <i>all</i>” then.\n\n{as_written(run)}"
    shown = preview_of(check_edit(run, sample, 0, text).draft)
    assert re.findall(r'<span class="wb-unproven"[^>]*>(.*?)</span>', shown) == ["I paid €12 for ", "it", ", all"]
    assert "<b>" not in shown
    proven = preview_of(run.edition.chapters[0])
    assert shown.count('<q class="wb-quote"') == proven.count('<q class="wb-quote"') == 11


@pytest.mark.parametrize(
    "sent",
    [
        None,
        "write",
        {"do": "write"},
        {"do": "write", "text": 5, "after": 0, "redo": 0, "turn": 1},
        {"do": "write", "text": "x", "after": -1, "redo": 0, "turn": 1},
        {"do": "write", "text": "x", "after": True, "redo": 0, "turn": 1},
        {"do": "redo", "text": "x", "after": 0, "redo": "2", "turn": 1},
        {"do": "delete", "text": "x", "after": 0, "redo": 0, "turn": 1},
    ],
)
def test_what_a_browser_sends_is_not_believed(sent: object) -> None:
    """Only a whole act is one."""
    assert read_act(sent) is None
    assert read_act({"do": "write", "text": "x", "after": 0, "redo": 0, "turn": 1}) is not None


def test_the_longest_text_is_judged_while_one_waits(sample: Line, run: FinishedRun) -> None:
    """A text as long as may be, with as many broken quotations as a chapter may have, ends."""
    line = "He said “something that is wrong here” again.\n\n"
    text = (line * MOST_QUOTATIONS + "And so on. " * MAX_TEXT)[:MAX_TEXT]
    judged = check_edit(run, sample, 0, text)
    assert len(judged.broken) == MOST_QUOTATIONS
    assert len(describe_unproven(run, sample, judged)) == len(judged.broken)


def places_in(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in MARKED.finditer(text)]


@examples(25)
@given(data=st.data())
def test_one_other_character_in_a_quotation_is_never_exported_as_proven(
    sample: Line, run: FinishedRun, data: st.DataObject
) -> None:
    """Either nothing leaves as proven, or what leaves is the transcript's own slice again."""
    position = data.draw(st.integers(0, len(run.edition.chapters) - 1))
    text = as_written(run, position)
    start, end = data.draw(st.sampled_from(places_in(text)))
    place = data.draw(st.integers(start + 1, end - 2))
    other = data.draw(st.sampled_from(["", "x", "7", " ", "not ", "“", "”", "\n\n", "é", "’", "[[", "*", "\u200b"]))
    changed = f"{text[:place]}{other}{text[place + 1 :]}"
    files = exported(run, sample, changed, position) if changed != text else {}
    if DRAFT_NAME in files:
        assert list(files) == [DRAFT_NAME]
        assert verify_edition(files[DRAFT_NAME], sample.transcript, form="markdown").verdict == "unproven"
    elif files:
        assert verify_edition(files["edition.md"], sample.transcript, form="markdown").verdict == "verified"
        slices = {one_line(quote.quote_text) for quote in sample.whitelist}
        chapter = edited(run, sample, changed, position).edition.chapters[position]
        assert {one_line(quote.quote_text) for quote in chapter.enforcement.replaced} <= slices


@pytest.fixture(scope="module")
def replies(sample: Line) -> st.SearchStrategy[str]:
    return reply_strategy(sample)


@examples(40)
@given(data=st.data())
def test_taking_the_marks_off_once_is_enough(
    sample: Line, run: FinishedRun, replies: st.SearchStrategy[str], data: st.DataObject
) -> None:
    """What is left is proven, and judging it again changes nothing."""
    judged = check_edit(run, sample, 0, data.draw(replies))
    if judged.why:
        return
    enforced = editable_text(judged.draft)
    again = check_edit(run, sample, 0, enforced)
    assert again.proven
    assert (editable_text(again.draft), again.draft.text) == (enforced, judged.draft.text)


def test_a_heading_named_key_excerpts_in_the_narrative_hides_nothing(sample: Line, run: FinishedRun) -> None:
    """Only the program's own section is left out of the editable text."""
    draft = run.edition.chapters[0]
    heading = Heading(level=3, inlines=(TextRun(text=KEY_EXCERPTS),))
    assert draft.blocks.count(heading) == 1
    assert len(editable_text(draft)) + len(draft.key_excerpts) < len(draft.text)


def test_the_files_of_a_proven_edit_are_those_of_its_edition(sample: Line, run: FinishedRun) -> None:
    """Certified under the settings of the run."""
    text = f"{as_written(run)}\n"
    shown = edited(run, sample, text)
    assert exported(run, sample, text) == edition_files(shown.edition, line_as_written(run, sample))
    assert text_of(run, [edit(text)], 0) == text


def test_chapters_that_name_somebody_otherwise_than_now_let_the_verdict_fall() -> None:
    """The edit is proven and the edition is not: nothing leaves as proven, though nothing of the edit is broken."""
    run = run_of(gate("Ada Lake"))
    assert run.edition.verdict == "verified"
    now = gate("Bea Moss")
    text = "## Had\n\n“Nobody had a key to the old gate that night” (Bea Moss)\n"
    shown = edited(run, now, text)
    assert (shown.edition.verdict, shown.broken) == ("unproven", {})
    (draft,) = exported(run, now, text).values()
    assert draft.startswith("> Draft, not proven: its quotations were not all found again in the transcript.")


def test_a_text_whose_chapter_does_not_verify_is_kept_and_not_used(sample: Line, run: FinishedRun) -> None:
    """With a whitelist that is not of this transcript nothing of it stands; the draft has it as it was typed."""
    forged = "There is not one number in those books that I did not go down and look at, I tell you."
    lie = next(one for one in sample.whitelist if one.quote_text.startswith("Dirt is"))
    quote = lie.model_copy(update={"quote_text": forged, "quote_canonical": forged.casefold().rstrip(".")})
    quotes = tuple(quote if one is lie else one for one in sample.whitelist)
    line = sample.model_copy(update={"proofs": sample.proofs.model_copy(update={"quotes": quotes})})
    text = f"## T\n\nSorrel says: “{forged}”\n"
    judged = check_edit(run, line, 0, text)
    assert judged.why.startswith("Line 3 would not be read as typed: Sorrel says:")
    assert "The finished text did not pass verification" in judged.why
    assert (judged.proven, judged.broken, judged.rewritten) == (False, (), ())
    assert forged not in judged.draft.text
    (draft,) = exported(run, line, text).values()
    assert forged in draft
    assert verify_edition(draft, sample.transcript, form="markdown").verdict == "unproven"


@pytest.mark.parametrize("text", ["", " ", "\n\t\n", "\u200b", "\u2060\ufeff\u00ad"])
def test_an_emptied_chapter_makes_the_edition_a_draft_with_its_title(sample: Line, run: FinishedRun, text: str) -> None:
    """It says what to do, in white space and invisible characters too; its key excerpts stay below its own title."""
    found = edited(run, sample, text, position=1)
    assert found.broken[1].why == "There is no text. Write at least one sentence, or take the edit back."
    (draft,) = exported(run, sample, text, position=1).values()
    first, second = (f"\n## {chapter.title}\n" for chapter in run.edition.chapters[:2])
    assert "chapter 2 cannot be used as it stands" in draft
    assert draft.index(first) < draft.index(second) < draft.index(run.edition.chapters[1].key_excerpts[0].quote_text)
    assert not verify_edition(draft, sample.transcript, form="markdown").verdict.startswith("verified")


def test_a_chapter_of_its_title_alone_is_an_edition_that_verify_accepts(
    sample: Line, run: FinishedRun, workbench: Workbench, tmp_path: Path
) -> None:
    """The narrative and the claims are gone, the title and the key excerpts stay."""
    title = run.edition.chapters[0].title
    for name, content in exported(run, sample, f"## {title}\n").items():
        (tmp_path / name).write_text(content, encoding="utf-8", newline="")
    for edition in ("edition.md", "edition.html"):
        certificate = ("--certificate", tmp_path / "certificate.json")
        done = workbench("verify", tmp_path / edition, tmp_path / "transcript.txt", *certificate)
        assert (done.code, done.err) == (0, ""), done.out
