import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.editions.certificate import placed_quotes
from core.enforcement.results import ChapterDraft, Edition
from core.evidence.evidence_map import read_evidence
from core.generation.line import Line, prepare_line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from core.llm.client import ScriptedClient
from core.prose.attribution.running_text import read_paragraphs
from core.prose.model import Paragraph, TextRun
from core.prose.render import one_line
from core.span import blank
from core.transcripts.readers import read_transcript
from core.transcripts.transcript import TranscriptPair
from tests.doubted_talk import doubted_line
from workbench.paths import SAMPLE_DATA
from workbench.ui.edition import component
from workbench.ui.edition.component import QuotationOrigins, payload

NOBODY = QuotationOrigins(quotes={}, claims={})
RAW = "Host: Welcome 😀 back, dear 😀 guest.\n\nAda: I do not say that I drink tea 🍵 alone every morning, ever.\n"
MAP = {
    "speakers": [{"speaker_name": "Ada", "speaker_role": "guest"}, {"speaker_name": "Host", "speaker_role": "host"}],
    "chapters": [
        {
            "title": "Tea",
            "claims": [
                {
                    "claim": "Tea is drunk.",
                    "support": [
                        {"evidence_id": "e1", "quote": "I drink tea 🍵 alone every morning", "speaker": "Ada"},
                        {"evidence_id": "e2", "quote": "Welcome 😀 back, dear 😀 guest.", "speaker": "Host"},
                    ],
                }
            ],
        }
    ],
}
REPLY = (
    "## Tea\n\nAda says “I drink tea 🍵 alone every morning”, the host “Welcome 😀 back, dear 😀 guest.” says. Nobody "
    "said “tea is a kind of weather in a cup”, or *so*.\n\n- A point: “I drink tea 🍵 alone every morning” (Ada)\n"
)


def line_of(raw: str = RAW) -> Line:
    transcript = read_transcript(raw.encode(), "talk.txt")
    return prepare_line(read_evidence(json.dumps(MAP).encode(), "map.json"), transcript)


@pytest.fixture(scope="module")
def tea() -> Line:
    return line_of()


@pytest.fixture(scope="module")
def tea_edition(tea: Line) -> Edition:
    return generate_edition(tea, ScriptedClient([REPLY], "replies"))


@pytest.fixture(scope="module")
def sample_edition(sample: Line) -> Edition:
    replies = json.loads((SAMPLE_DATA / "replies.json").read_bytes())
    return generate_edition(sample, ScriptedClient(replies, "replies.json"))


def read(data: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The words of the transcript, and the edition, as the browser reads them."""
    return json.loads(data["words"]), json.loads(data["marks"])


def sliced(text: str, start: int, end: int) -> str:
    """What JavaScript's `text.slice(start, end)` gives."""
    return text.encode("utf-16-le", "surrogatepass")[2 * start : 2 * end].decode("utf-16-le", "surrogatepass")


def texts_of(blocks: list[Any]) -> Iterator[list[Any]]:
    """The pieces of each paragraph and heading in reading order."""
    for kind, *rest in blocks:
        if kind in ("ul", "ol"):
            for item in rest[0]:
                yield from texts_of(item)
        elif kind != "q":
            yield rest[-1]


def as_read(pieces: list[Any], chapter: dict[str, Any], quotes: list[Any]) -> str:
    words = (
        f"“{quotes[chapter['places'][one['q']]]['text']}”" if "q" in one else one["t"] for one in map(whole, pieces)
    )
    return "".join(words)


def whole(piece: Any) -> dict[str, Any]:
    return {"t": piece} if isinstance(piece, str) else piece


@pytest.fixture(params=["sample", "tea"])
def case(request: pytest.FixtureRequest) -> tuple[Edition, TranscriptPair]:
    """An edition and its transcript; one of them is full of characters that JavaScript counts twice."""
    line: Line = request.getfixturevalue(request.param)
    return request.getfixturevalue(f"{request.param}_edition"), line.transcript


def test_every_quote_stands_at_its_exact_place(case: tuple[Edition, TranscriptPair]) -> None:
    """The offsets of the browser cut the very slice out of raw."""
    edition, transcript = case
    words, shown = read(payload(edition, transcript, NOBODY))
    standing = {one.quote.quote_id: one.quote for draft in edition.chapters for one in placed_quotes(draft, 1)}
    assert words["text"] == transcript.raw
    assert {quote["id"] for quote in shown["quotes"]} == set(standing)
    for quote in shown["quotes"]:
        ((start, end),) = quote["spans"]
        assert sliced(words["text"], start, end) == standing[quote["id"]].text
        assert quote["text"] == one_line(standing[quote["id"]].text)


def test_the_marks_in_the_transcript_are_the_quotes(case: tuple[Edition, TranscriptPair]) -> None:
    """Put together, the segments of a quote are its slice."""
    edition, transcript = case
    words, shown = read(payload(edition, transcript, NOBODY))
    for number, quote in enumerate(shown["quotes"]):
        parts = [sliced(words["text"], start, end) for _, start, end, own, *_ in shown["segments"] if number in own]
        assert one_line("".join(parts)) == quote["text"]


def test_a_chapter_reads_as_it_stands(case: tuple[Edition, TranscriptPair]) -> None:
    """Headings, paragraphs and lists, quotations in their marks, and a place for each quotation in reading order."""
    edition, transcript = case
    _, shown = read(payload(edition, transcript, NOBODY))
    for draft, chapter in zip(edition.chapters, shown["chapters"], strict=True):
        texts = [as_read(pieces, chapter, shown["quotes"]) for pieces in texts_of(chapter["blocks"])]
        assert texts == [paragraph.text for paragraph in read_paragraphs(draft.blocks)]
        stands = [shown["quotes"][number]["id"] for number in chapter["places"]]
        assert stands == [one.quote.quote_id for one in placed_quotes(draft, 1)]


def test_unproven_prose_is_marked_where_it_stands(case: tuple[Edition, TranscriptPair]) -> None:
    """Exactly its stretch of the paragraph, and why it is marked."""
    edition, transcript = case
    _, shown = read(payload(edition, transcript, NOBODY))
    assert any(draft.enforcement.unproven for draft in edition.chapters)
    for draft, chapter in zip(edition.chapters, shown["chapters"], strict=True):
        paragraphs, texts = read_paragraphs(draft.blocks), list(texts_of(chapter["blocks"]))
        for number, prose in enumerate(draft.enforcement.unproven):
            marked = [whole(piece)["t"] for piece in texts[prose.paragraph] if whole(piece).get("u") == number]
            paragraph = paragraphs[prose.paragraph]
            assert "".join(marked) == prose.span.slice(blank(paragraph.text, paragraph.quotes)).strip()
        assert len(chapter["prose"]) == len(draft.enforcement.unproven)


def test_a_meaning_warning_is_at_its_quote_and_at_its_words(tea: Line, tea_edition: Edition) -> None:
    """The badge, the sentence, and the words outside the slice."""
    words, shown = read(payload(tea_edition, tea.transcript, NOBODY))
    quote = next(quote for quote in shown["quotes"] if quote["name"] == "Ada")
    warned = [shown["warnings"][number] for number in quote["warnings"]]
    assert [badge for badge, *_ in warned] == ["negation", "reported"]
    for number in quote["warnings"]:
        parts = [sliced(words["text"], start, end) for _, start, end, *_, near in shown["segments"] if number in near]
        assert "".join(parts) == shown["warnings"][number][2]


def test_a_quote_says_where_it_comes_from(tea: Line, tea_edition: Edition) -> None:
    """Speaker, role, characters, chapter, and the claims that it supports."""
    origins = QuotationOrigins(
        quotes={quote.quote_id: quote for quote in tea.merged.whitelist}, claims={"e1": "Tea is drunk.", "e9": "No."}
    )
    _, shown = read(payload(tea_edition, tea.transcript, origins))
    quote = next(quote for quote in shown["quotes"] if quote["name"] == "Ada")
    start = RAW.index("I drink tea")
    assert (quote["role"], quote["speaker"]) == ("guest", "verified")
    assert quote["at"] == f"{start} to {start + len(quote['text'])}"
    assert quote["chapters"] == ["1. Tea"]
    assert quote["evidence"] == [["e1", "Tea is drunk."]]


NAMELESS = RAW.replace("Host: ", "").replace("Ada: ", "")


@pytest.mark.parametrize(
    ("raw", "is_listed", "said"),
    [(RAW, True, "verified"), (NAMELESS, True, "nameless"), (RAW, False, "unlisted"), (NAMELESS, False, "unlisted")],
)
def test_a_quote_says_how_sure_its_speaker_is(raw: str, is_listed: bool, said: str) -> None:  # noqa: FBT001
    """Verified by its turn; in a transcript without names; or a quote that the edition does not list."""
    line = line_of(raw)
    edition = generate_edition(line, ScriptedClient([REPLY], "replies.json"))
    if not is_listed:
        edition = edition.model_copy(update={"quotes": ()})
    _, shown = read(payload(edition, line.transcript, NOBODY))
    assert len(shown["quotes"]) == 2
    assert {quote["speaker"] for quote in shown["quotes"]} == {said}
    card = (Path(component.__file__).parent / "browser" / "card.js").read_text(encoding="utf-8")
    assert f"\n  {said}: " in card


def test_without_a_transcript_the_edition_is_there_and_the_reason(tea_edition: Edition) -> None:
    """Nothing pretends to have a place."""
    words, shown = read(payload(tea_edition, None, NOBODY, why="It is no longer kept."))
    assert (words["text"], words["blocks"], words["why"]) == ("", [], "It is no longer kept.")
    assert shown["segments"] == []
    assert [quote["spans"] for quote in shown["quotes"]] == [[], []]
    assert shown["chapters"][0]["blocks"][0] == ["h", 2, ["Tea"]]


def test_a_quote_that_is_not_where_it_says_has_no_place(tea_edition: Edition) -> None:
    """A transcript that is another one marks nothing, whatever the offsets say."""
    other = read_transcript(RAW.replace("alone", "often").encode(), "talk.txt")
    _, shown = read(payload(tea_edition, other, NOBODY))
    assert {quote["name"]: len(quote["spans"]) for quote in shown["quotes"]} == {"Host": 1, "Ada": 0}


def fallen(draft: ChapterDraft, said: str) -> ChapterDraft:
    blocks = (Paragraph(inlines=(TextRun(text=said),)),)
    return draft.model_copy(update={"blocks": blocks, "fallback": "The text did not pass."})


@pytest.mark.parametrize("said", ["This chapter holds its key excerpts only. The text did not pass.", "Nothing."])
def test_why_a_fallback_stands_is_said_once(tea_edition: Edition, said: str) -> None:
    """In the text itself where it says so, else above it."""
    edition = tea_edition.model_copy(update={"chapters": (fallen(tea_edition.chapters[0], said),)})
    _, shown = read(payload(edition, None, NOBODY))
    told = json.dumps(shown["chapters"][0])
    assert told.count("The text did not pass.") == 1
    assert ("note" in told and "fallback" in told) is True


def test_a_note_stands_above_its_chapter(tea_edition: Edition) -> None:
    """What a person changed is said there."""
    _, shown = read(payload(tea_edition, None, NOBODY, notes={0: "You edited it."}))
    assert shown["chapters"][0]["note"] == "You edited it."


def test_half_a_character_does_not_stop_the_wire(tea_edition: Edition) -> None:
    """Whatever a careless model wrote goes to the browser as it is."""
    broken = fallen(tea_edition.chapters[0], "half \ud83d of one")
    data = payload(tea_edition.model_copy(update={"chapters": (broken,)}), None, NOBODY)
    assert b"\n" not in data["marks"]
    assert read(data)[1]["chapters"][0]["blocks"] == [["p", ["half \ud83d of one"]]]


def test_the_same_edition_gives_the_same_bytes(tea: Line, tea_edition: Edition) -> None:
    """The browser reads a part again only where its hash is another."""
    first, second = (payload(tea_edition, tea.transcript, NOBODY) for _ in range(2))
    assert first == second


def test_a_card_has_the_least_certain_word_where_one_is_known(tea: Line, tea_edition: Edition) -> None:
    """And whether to listen first; a transcript without certainties adds nothing."""
    line = doubted_line()
    edition = generate_edition(line, OfflineComposer())
    marks = json.loads(payload(edition, line.transcript, NOBODY)["marks"])
    assert [(quote["unsure"], quote["listen"]) for quote in marks["quotes"]] == [
        ("12% sure of nineteen", True),
        ("71% sure of ladder.", False),
    ]
    plain = json.loads(payload(tea_edition, tea.transcript, NOBODY)["marks"])
    assert not any({"unsure", "listen"} & quote.keys() for quote in plain["quotes"])
