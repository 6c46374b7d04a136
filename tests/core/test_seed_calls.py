"""The basic calls of seed 1 as its reader writes them (decisions.md#seed-1)."""

import asyncio
import logging
from pathlib import Path

import pytest

import core
from core.enforcement.parse_chapter import parse_ideas_chapter
from core.errors import ClientError
from core.generation.line import Line
from core.llm.client import GenerationRequest
from core.prose.render import one_line

HELP = Path(__file__).parents[2] / "workbench" / "help" / "start.md"
TALK = b"So the boat was lost in the fog that night. Nobody saw it go down, and nobody asked."
MAP = b"""{"chapters": [{"title": "Fog", "claims": [{"claim": "It was lost", "support": [
  {"quote": "the boat was lost in the fog", "speaker": "Ann"},
  {"quote": "Nobody saw it go down", "speaker": "Ann Lee"},
  {"quote": "nobody asked", "speaker": ""},
  {"quote": "secret words that nobody said", "speaker": "Ann"}
]}]}]}"""


def test_a_name_that_only_the_map_knows_is_a_person_where_nobody_is_labelled() -> None:
    """Proven by words alone, of no role, never a guest; a first name means the one who bears it."""
    transcript, evidence = core.read_transcript(TALK, "talk.txt"), core.read_evidence(MAP)
    quotes = core.build_quote_whitelist(evidence, transcript)
    assert [transcript.raw[slice(*quote.raw_spans[0])] for quote in quotes] == [quote.quote_text for quote in quotes]
    assert {(one.speaker.speaker_name, one.speaker.speaker_role, one.speaker_verified) for one in quotes} == {
        ("Ann Lee", core.SpeakerRole.UNCLEAR, False)
    }
    assert len(quotes) == 2
    said = " ".join(notice.message for notice in core.prepare_line(evidence, transcript).notices)
    assert "No speaker is a guest" in said
    assert "--guest NAME" in said
    assert "not verified" in said


def test_where_turns_are_labelled_the_labels_decide_who_there_is() -> None:
    """Somebody whom neither the labels nor the declared persons know stays unknown."""
    transcript = core.read_transcript(b"Bob: " + TALK + b"\n\nCora: Indeed.\n\nBob: So it was.", "talk.txt")
    assert core.build_quote_whitelist(core.read_evidence(MAP), transcript) == []


def test_refused_quotes_are_logged_without_their_words(caplog: pytest.LogCaptureFixture) -> None:
    """Id and reason are enough to find one."""
    with caplog.at_level(logging.INFO, logger="core.whitelist"):
        core.build_quote_whitelist(core.read_evidence(MAP), core.read_transcript(TALK, "talk.txt"))
    assert [record.name for record in caplog.records] == ["core.whitelist"] * 2
    assert "unknown_speaker" in caplog.text
    assert "not_found" in caplog.text
    assert "secret" not in caplog.text


def test_the_pipeline_of_the_help_has_the_excerpts_of_the_line(sample: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    """The help's lines composed by hand give every chapter, merged ones too, what `prepare_line` gives it."""
    block = HELP.read_text(encoding="utf-8").split("### Step by step")[1].split("```python\n")[1].split("```")[0]
    monkeypatch.chdir(HELP.parents[2])
    names: dict[str, object] = {}
    exec(compile(block, str(HELP), "exec"), names)  # noqa: S102 our own help, shown to run
    assert names["excerpts"] == [sample.excerpts(index) for index in range(len(sample.merged.coverages))]


def test_the_bare_call_keeps_whitelisted_excerpts(sample: Line) -> None:
    """Exact slices in the order written, once each; what is not whitelisted for the chapter goes, and is listed."""
    first, second = sample.excerpts(0)[:2]
    elsewhere = next(quote for quote in sample.merged.whitelist if 0 not in quote.chapter_indices)
    lines = [core.format_excerpts_markdown([one]) for one in (second, elsewhere, first, second)]
    text = "\n\n".join(("## A title", "A narrative.", "### Key Excerpts", *lines, '> "Nobody said this at all."'))
    result = core.enforce_quote_whitelist(text, list(sample.merged.whitelist), 0)
    assert [one.quote_id for one in result.replaced] == [second.quote_id, first.quote_id]
    assert result.text.endswith(core.format_excerpts_markdown([second, first]) + "\n")
    assert "Nobody said this at all." in result.dropped
    assert second.quote_text not in result.dropped[:1]
    again = core.enforce_quote_whitelist(result.text, list(sample.merged.whitelist), 0)
    assert again.text == result.text
    assert again.dropped == []


def test_an_excerpt_of_two_persons_is_the_guests(sample: Line) -> None:
    """Seed 1's own lookup takes whichever came last: its fifth bug."""
    guest = sample.excerpts(0)[0]
    host = guest.speaker.model_copy(
        update={"speaker_id": "zz", "speaker_name": "Host", "speaker_role": core.SpeakerRole.HOST}
    )
    both = [guest.model_copy(update={"speaker": host, "quote_id": "f" * 16}), guest]
    text = f"## T\n\nProse.\n\n### Key Excerpts\n\n> {one_line(guest.quote_text)}\n"
    assert core.enforce_quote_whitelist(text, both, 0).replaced == [guest]


def test_a_record_says_what_to_do_in_the_place_of_an_assignment(sample: Line) -> None:
    """Seed 1 assigns to `core_claims`; here a chapter with other claims is another chapter."""
    parsed = parse_ideas_chapter("## T\n\nProse.\n\n### Core Claims\n\n- One: “two” (Ann)\n")
    with pytest.raises(AttributeError, match=r"with_core_claims"):
        parsed.core_claims = []
    assert parsed.with_core_claims([]).core_claims == []
    assert len(parsed.core_claims) == 1
    assert str(sample) == repr(sample)


def plain(prompt: str) -> str:
    """Write a chapter from a prompt."""
    assert "Key Excerpts" in prompt
    return "## T\n\nPlain prose."


async def awaited(prompt: str) -> str:
    """Write a chapter, awaited."""
    return plain(prompt)


class Texts:
    """A client whose `generate` is async and returns text."""

    async def generate(self, request: GenerationRequest) -> str:
        """Write."""
        return plain(request.prompt)


@pytest.mark.parametrize("client", [plain, awaited, Texts(), core.ScriptedClient("## T\n\nPlain prose.")])
def test_whatever_writes_text_is_a_client(sample: Line, client: core.Client) -> None:
    """A function, one that is awaited, an object with either."""
    chapter = core.generate_ideas_edition_chapter(0, sample.evidence_map, sample.transcript, client=client)
    assert "Plain prose." in asyncio.run(chapter).narrative


def test_what_is_no_client_is_refused_in_a_sentence(sample: Line) -> None:
    """An async client where nothing awaits, one that returns no text, and what cannot be called."""
    with pytest.raises(ClientError, match="await generate_ideas_edition_chapter"):
        core.generate_edition(sample, awaited, chapters=[0])
    with pytest.raises(ClientError, match="returned a int"):
        core.generate_edition(sample, len, chapters=[0])  # pyright: ignore[reportArgumentType]
    with pytest.raises(ClientError, match="cannot write"):
        core.generate_edition(sample, "a model", chapters=[0])  # pyright: ignore[reportArgumentType]
    edition = core.generate_edition(sample, plain, chapters=[0])
    assert (edition.client, edition.model) == ("plain", None)
