import json
import re
from html import unescape

import pytest

from core.enforcement.results import ChapterDraft, DecisionAction, Edition
from core.generation.line import Line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from core.generation.settings import Settings
from core.llm.client import ScriptedClient
from core.prose.render import one_line
from tests.doubted_talk import doubted_line
from workbench.paths import SAMPLE_DATA
from workbench.ui.edition.changes import changes_as_html, side_by_side_as_html
from workbench.ui.edition.review_lists import review_lists_as_html, unused_as_html, unused_quotes

REPLIES: list[str] = json.loads((SAMPLE_DATA / "replies.json").read_bytes())


@pytest.fixture(scope="module")
def edition(sample: Line) -> Edition:
    return generate_edition(sample, ScriptedClient(REPLIES, "replies.json"))


def words(html: str) -> str:
    return one_line(unescape(re.sub(r"<[^>]*>", " ", html)))


def rows(html: str) -> list[list[str]]:
    return [
        [words(cell) for cell in re.findall(r"<td>(.*?)</td>", row, re.DOTALL)]
        for row in re.findall(r"<tr>(.*?)</tr>", html, re.DOTALL)
    ][1:]


def squeezed(text: str) -> str:
    return re.sub(r"\s", "", text)


def test_every_change_has_a_row_with_its_reason(edition: Edition) -> None:
    """What was written, what stands of it, and why; those that stand as written are counted."""
    for draft in edition.chapters:
        html = changes_as_html(draft, edition)
        decisions = draft.enforcement.decisions
        listed = {int(number): cells for number, *cells in rows(html)}
        texts = {quote.quote_id: quote.text for quote in edition.quotes}
        for number, decision in enumerate(decisions, start=1):
            if decision.action is DecisionAction.KEPT and number not in listed:
                continue
            written, stands, why = listed[number]
            assert squeezed(written) == squeezed(decision.original)  # character for character
            assert why.endswith(".")
            if decision.action is DecisionAction.REPLACED:
                assert squeezed(stands).startswith(squeezed(f"“{texts[decision.quote_id or '']}”"))
        kept = len(decisions) - len(listed)
        assert not kept or f"{kept} quotation" in words(html)


def test_what_lost_its_marks_is_shown_without_them(edition: Edition) -> None:
    """The sentence as it stands now, not as it was written."""
    html = changes_as_html(edition.chapters[0], edition)
    _, written, stands, why = rows(html)[0]
    assert written == "I would have paid as much for the doorknobs"
    assert stands.startswith("The words, without marks: The box was priced on a fish scale, and I would have paid")
    assert why.startswith("~ Marks taken off Not in the transcript.")


def test_a_wrong_name_says_so(edition: Edition) -> None:
    """Who it was, and who it was said to be."""
    corrected = [
        (draft, decision)
        for draft in edition.chapters
        for decision in draft.enforcement.decisions
        if decision.corrected_name
    ]
    assert corrected
    for draft, decision in corrected:
        assert f", not {decision.corrected_name}." in words(changes_as_html(draft, edition))


def test_references_that_became_their_quotes_are_no_change(sample: Line) -> None:
    """One sentence says it of all of them."""
    draft = generate_edition(
        sample, ScriptedClient(["## A\n\nIt is so: [[3d2842c578c91012]]\n"] * 6, "r"), chapters=[1]
    )
    html = changes_as_html(draft.chapters[0], draft)
    assert words(html) == (
        "1 quotation of 1 stands as written. 1 reference among them: the program inserted the exact words."
    )


def test_the_reply_stands_beside_the_chapter_with_every_quotation_marked(edition: Edition) -> None:
    """Character for character, each mark with what became of it and the number that its quotation has there."""
    for reply, draft in zip(REPLIES, edition.chapters, strict=True):
        html = side_by_side_as_html(reply, draft, edition, "The reply as it came")
        left, right = html.split("<section>")[1:]
        shown = re.search(r'<div class="wb-reply">(.*)</div></section>', left, re.DOTALL)
        assert shown
        assert unescape(re.sub(r"<[^>]*>", "", re.sub(r"<sup>.*?</sup>", "", shown[1]))) == reply
        marked = re.findall(r'<mark class="wb-decision (\w+)"', shown[1])
        assert marked == [decision.action.value for decision in draft.enforcement.decisions]
        standing = [
            str(number)
            for number, decision in enumerate(draft.enforcement.decisions, start=1)
            if decision.action in (DecisionAction.KEPT, DecisionAction.REPLACED)
        ]
        assert sorted(re.findall(r"<sup>(\d+)</sup>", right), key=int) == standing


def test_a_quotation_that_is_not_found_again_is_counted(edition: Edition) -> None:
    """Nothing is marked by guess, and nobody takes what is not marked for untouched."""
    html = side_by_side_as_html("Another text.", edition.chapters[0], edition, "The reply as it came")
    number = len(edition.chapters[0].enforcement.decisions)
    assert f"{number} quotations of {number} could not be found again" in words(html)
    assert "<mark" not in html.split('class="wb-reply"')[1].split("</section>")[0]


def test_a_strangers_markup_is_text(edition: Edition) -> None:
    """In every column, and in the reply itself."""
    draft = edition.chapters[0]
    bad = draft.enforcement.decisions[0].model_copy(update={"original": "<script>x</script>", "sentence": "<b>"})
    result = draft.enforcement.model_copy(update={"decisions": (bad,), "unproven": ()})
    hostile = draft.model_copy(update={"enforcement": result})
    html = changes_as_html(hostile, edition) + side_by_side_as_html("“<img src=x>”", hostile, edition, "Reply")
    assert "<script>" not in html
    assert "<img" not in html


def test_where_to_look_twice_leads_there(edition: Edition) -> None:
    """Each piece of unproven prose and each warning, with the number by which the view above knows it."""
    for draft in edition.chapters:
        html = review_lists_as_html(draft, edition)
        asked = re.findall(r'data-wb-show="([uq]) (\d+)"', html)
        assert [number for kind, number in asked if kind == "u"] == [
            str(number) for number in range(len(draft.enforcement.unproven))
        ]
        assert len(rows(html)) == len(draft.enforcement.unproven) + len(draft.enforcement.warnings)


def test_nothing_to_judge_is_one_calm_sentence(edition: Edition) -> None:
    """No empty table."""
    draft = edition.chapters[0]
    result = draft.enforcement.model_copy(update={"unproven": (), "warnings": ()})
    html = review_lists_as_html(draft.model_copy(update={"enforcement": result}), edition)
    assert words(html) == "There is no unproven prose in this chapter, and no quote with a warning."


def test_what_to_listen_to_first_is_listed_once_and_leads_there() -> None:
    """The uncertain word with its percent, beside the whole quote; nothing where the settings ask for nothing."""
    for listen_below, listed in ((0.3, 1), (0, 0)):
        edition = generate_edition(doubted_line(Settings(listen_below=listen_below)), OfflineComposer())
        html = review_lists_as_html(edition.chapters[0], edition)
        found = [row for row in rows(html) if "Listen first" in row]
        assert len(found) == listed
        assert (" Listen to a quote first" in html) is bool(listed)
        for _, word, quote, _ in found:
            assert word == "12% sure of nineteen"
            assert quote.startswith("“We measured the harbour wall every winter")
            assert re.search(r'data-wb-show="q \d+"', html)


def standing_ids(draft: ChapterDraft) -> set[str]:
    return {quote.quote_id for quote in (*draft.key_excerpts, *draft.enforcement.replaced)}


def test_unused_quotes_are_the_chapters_own_and_long_enough(sample: Line, edition: Edition) -> None:
    """Proven, usable, and not standing in it."""
    for draft in edition.chapters:
        unused = unused_quotes(draft, edition, sample)
        own = [quote for quote in sample.merged.whitelist if draft.effective_index in quote.chapter_indices]
        usable = {quote.quote_id for quote in own if len(quote.quote_text.split()) >= 8}
        assert {one.quote.quote_id for one in unused} == usable - standing_ids(draft)


def test_another_threshold_makes_other_quotes_usable(sample: Line, edition: Edition) -> None:
    """What counts as long enough is the line's to say."""
    draft = edition.chapters[0]
    shortest = min(len(one.quote.quote_text.split()) for one in unused_quotes(draft, edition, sample))
    stricter = sample.settings.thresholds.model_copy(update={"min_usable_words": shortest + 1})
    line = sample.model_copy(update={"settings": Settings(thresholds=stricter)})
    assert len(unused_quotes(draft, edition, line)) < len(unused_quotes(draft, edition, sample))


def test_an_unused_quote_leads_to_its_words(sample: Line, edition: Edition) -> None:
    """Speaker, role and time, and its place in the transcript in UTF-16 units."""
    unused = unused_quotes(edition.chapters[0], edition, sample)
    html = unused_as_html(unused, sample.transcript)
    raw = sample.transcript.raw.encode("utf-16-le")
    for one, (start, end) in zip(unused, re.findall(r'data-wb-show="t (\d+) (\d+)"', html), strict=True):
        assert raw[2 * int(start) : 2 * int(end)].decode("utf-16-le") == one.quote.quote_text
        assert one.quote.speaker.speaker_name in words(html)
