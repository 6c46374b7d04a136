"""The line taken apart: what is sent, what becomes of a reply, and how chapters are bound; for whoever writes a run
chapter by chapter."""

import json
from collections.abc import Callable

import pytest

from core.editions.export.markdown import write_markdown
from core.enforcement.results import ChapterDraft
from core.errors import SettingsError, UnknownChapter
from core.evidence.evidence_map import EvidenceMap
from core.generation.line import Line, prepare_line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import bind_edition, generate_edition, write_chapter
from core.generation.requests import request_of
from core.generation.retries import Written, gate_of, next_step
from core.llm.client import Answer, GenerationRequest, Purpose, Reply, ScriptedClient
from core.verify import verify_edition, verify_part
from tests.conftest import SAMPLE

REPLIES: list[str] = json.loads((SAMPLE / "replies.json").read_text(encoding="utf-8"))
MISSING = Reply(text="", missing="Nobody wrote it.")


class Asked(ScriptedClient):
    """A scripted client that keeps what it was asked."""

    def __init__(self) -> None:
        super().__init__(REPLIES)
        self.requests: list[GenerationRequest] = []

    def generate(self, request: GenerationRequest) -> Reply:
        """Answer as scripted."""
        self.requests.append(request)
        return super().generate(request)


def finished(line: Line, chapter: int, *replies: Reply) -> ChapterDraft:
    """Return the chapter that these replies make."""
    written = next_step(line, chapter, [Answer(purpose=Purpose.FIRST, reply=reply) for reply in replies])
    assert isinstance(written, Written)
    return written.draft


def without_proofs(line: Line) -> Line:
    """Return the line of a map whose quotes nobody said."""
    unsaid = line.evidence_map.model_dump()
    for chapter in unsaid["chapters"]:
        for claim in chapter["claims"]:
            for support in claim["support"]:
                support["quote"] = "Nothing of the kind was ever said here."
    return prepare_line(EvidenceMap.model_validate(unsaid), line.transcript)


def test_a_request_is_exactly_what_is_sent(sample: Line) -> None:
    """Of a merged chapter under either number."""
    client = Asked()
    edition = generate_edition(sample, client)
    assert [request_of(sample, draft.chapter_index) for draft in edition.chapters] == client.requests
    assert request_of(sample, 4) == request_of(sample, 5)


def test_what_is_not_sent_has_no_request(sample: Line) -> None:
    """Nothing is proven there; the chapter says so, whatever anybody answers."""
    line = without_proofs(sample)
    for index in range(len(line.evidence_map.chapters)):
        assert request_of(line, index) is None
        drafts = {finished(line, index, *replies).text for replies in ([], [Reply(text=REPLIES[0])], [MISSING])}
        assert drafts == {write_chapter(line, ScriptedClient([]), index).text}


ASKS: list[Callable[[Line, int], object]] = [
    request_of,
    gate_of,
    lambda line, index: next_step(line, index, ()),
]


@pytest.mark.parametrize("ask", ASKS)
def test_a_chapter_that_does_not_exist_is_unknown(sample: Line, ask: Callable[[Line, int], object]) -> None:
    """To all who are asked about it."""
    with pytest.raises(UnknownChapter, match="chapter 100"):
        ask(sample, 99)


def test_a_request_needs_its_template(sample: Line) -> None:
    """One that lacks something is refused before anything is sent."""
    settings = sample.settings.model_copy(update={"prompt_template": "Write!"})
    with pytest.raises(SettingsError):
        request_of(sample.model_copy(update={"settings": settings}), 0)


def test_a_reply_becomes_the_chapter_that_the_line_writes(sample: Line) -> None:
    """Also when it is finished long after it came."""
    for reply, chapter in zip(REPLIES, (0, 1, 2, 3, 4, 6), strict=True):
        assert finished(sample, chapter, Reply(text=reply)) == write_chapter(sample, ScriptedClient(reply), chapter)


def test_a_client_that_has_nothing_leaves_the_excerpts(sample: Line) -> None:
    """They are proven as ever, and the chapter says why there is no more."""
    draft = finished(sample, 0, MISSING)
    assert draft.fallback == "Nobody wrote it."
    assert draft.narrative == "This chapter holds its key excerpts only. Nobody wrote it.\n"
    assert draft.key_excerpts == sample.excerpts(0)
    assert verify_part(draft.text, sample.transcript).verdict == "verified"


@pytest.mark.parametrize("count", [0, 1, 3, 6])
def test_chapters_are_bound_to_the_edition_they_would_be(sample: Line, count: int) -> None:
    """All of them, or those that are done."""
    chapters = (0, 1, 2, 3, 4, 6)[:count]
    drafts = [write_chapter(sample, OfflineComposer(), index) for index in chapters]
    edition = bind_edition(sample, "offline", None, drafts)
    assert edition == generate_edition(sample, OfflineComposer(), chapters=chapters)
    assert edition.verdict == ("verified" if count else "nothing_to_verify")
    assert verify_edition(write_markdown(edition), sample.transcript, form="markdown").verdict == edition.verdict
