"""What is sent for a chapter: the prompt, what is said besides it, and how the model is to choose its words."""

import re

import pytest

from core.generation.line import Line
from core.generation.prompt import SYSTEM_INSTRUCTIONS, build_prompt
from core.generation.requests import continuation_request, request_of, retry_request, simpler_request
from core.generation.retry_prompts import simpler_prompt
from core.generation.settings import Settings
from core.generation.simple_reply import SimpleChapter
from core.llm.client import Purpose, Sampling, WritingMode
from core.prose.render import one_line
from core.whitelist.build import WhitelistQuote
from tests.hostile_replies import HOSTILE_WORDS, spoken_line

_RUN = 5  # words in a row that are the transcript's


@pytest.mark.parametrize("mode", WritingMode)
def test_a_request_holds_all_that_is_sent(sample: Line, mode: WritingMode) -> None:
    """The prompt of the settings, the instruction of the way of writing, and the sampling of the run."""
    template = "{{KEY_EXCERPTS_PLACEHOLDER}} {{TARGET_WORDS}} {{GENERATION_MODE}} {{TITLE}}"
    chosen = Settings(mode=mode, prompt_template=template, sampling=Sampling(temperature=1.0, seed=3, most_tokens=99))
    request = request_of(sample.with_settings(chosen), 0)
    assert request is not None
    assert request.prompt == build_prompt(request.brief, template)
    assert (request.system, request.sampling) == (SYSTEM_INSTRUCTIONS[mode], chosen.sampling)
    assert (request.purpose, request.answer_as) == (Purpose.FIRST, None)


def test_every_request_of_a_run_is_sampled_alike(sample: Line) -> None:
    """So that runs repeat as far as a service allows."""
    sampling = Sampling(temperature=0.5, seed=11)
    first = request_of(sample.with_settings(Settings(sampling=sampling)), 0)
    assert first is not None
    again = [
        retry_request(first, "x", [("a", "b")]),
        simpler_request(first, sample.transcript),
        continuation_request(first, "x"),
    ]
    assert all(one.sampling == sampling for one in again)
    assert {(one.chapter_index, one.brief.title) for one in again} == {(first.chapter_index, first.brief.title)}
    assert [one.purpose for one in again] == [Purpose.SECOND, Purpose.SIMPLER, Purpose.CONTINUATION]


@pytest.mark.parametrize("mode", WritingMode)
def test_the_simpler_request_quotes_by_id_in_every_mode(sample: Line, mode: WritingMode) -> None:
    """It asks for a record and says so in the instruction of writing by reference."""
    first = request_of(sample.with_settings(Settings(mode=mode)), 0)
    assert first is not None
    simpler = simpler_request(first, sample.transcript)
    assert simpler.answer_as is SimpleChapter
    assert simpler.system == SYSTEM_INSTRUCTIONS[WritingMode.REFERENCE]
    assert simpler.prompt == simpler_prompt(first.brief, sample.transcript)


def words_of(text: str) -> list[str]:
    """Return the words of a text, however they are written and whatever stands around them."""
    return re.findall(r"\w+", text.replace("’", "'").casefold())


def runs_of(text: str) -> set[tuple[str, ...]]:
    """Return every run of five words of a text."""
    words = words_of(text)
    return {tuple(words[at : at + _RUN]) for at in range(len(words) - _RUN + 1)}


def said_in(prompt: str, quotes: tuple[WhitelistQuote, ...], title_and_claims: list[str]) -> set[tuple[str, ...]]:
    """Return the runs of quoted words in a prompt that neither its title nor one of its claims has itself."""
    said = {run for quote in quotes for run in runs_of(quote.quote_text)}
    theirs = {run for text in title_and_claims for run in runs_of(text)}
    return runs_of(prompt) & said - theirs


def test_the_simpler_prompt_holds_no_words_of_the_transcript(sample: Line) -> None:
    """Not five in a row of any proven quote, in any chapter; the first prompt holds them all."""
    hostile = spoken_line(HOSTILE_WORDS, WritingMode.QUOTE)
    for line in (sample, hostile):
        for index in range(len(line.evidence_map.chapters)):
            request = request_of(line, index)
            assert request is not None
            own = [request.brief.title, *(claim.claim for claim in request.brief.claims)]
            assert said_in(simpler_request(request, line.transcript).prompt, line.merged.whitelist, own) == set()
            assert said_in(request.prompt, line.merged.whitelist, own)


def test_no_claim_of_the_simpler_prompt_copies_the_transcript(sample: Line) -> None:
    """The words of the sample's only claim that does are left out, and the rest of it stays."""
    request = request_of(sample, 1)
    assert request is not None
    (shown,) = [
        line for line in simpler_request(request, sample.transcript).prompt.splitlines() if line.startswith("1. ")
    ]
    assert "one for every year from 1887 to 1960" in request.brief.claims[0].claim
    assert shown.startswith(
        "1. The archive that Imke Sorrel looks after is a single shelf of tide books, ..., in which"
    )


def test_the_simpler_prompt_names_everything_to_write_from(sample: Line) -> None:
    """Title, claims and length, and of each quote the id, the speaker and how many words it has."""
    for index in range(len(sample.merged.coverages)):
        brief = sample.brief(index)
        prompt = simpler_prompt(brief, sample.transcript)
        assert brief.title in prompt
        assert f"about {brief.reachable_words} words" in prompt
        assert [one_line(claim.claim) in prompt for claim in brief.claims] == [
            # Eight words of one claim are the transcript's.
            "from 1887 to 1960" not in claim.claim
            for claim in brief.claims
        ]
        for quote in brief.quotes:
            words = len(quote.quote_text.split())
            assert f"{quote.quote_id} {quote.speaker.speaker_name} (" in prompt
            assert re.search(rf"^{quote.quote_id} .*: {words}$", prompt, re.MULTILINE)
