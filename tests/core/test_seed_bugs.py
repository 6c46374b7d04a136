"""The five bugs of seed 1 (decisions.md#seed-1): each test shows the seed's own lines going wrong, and ours not."""

import asyncio
import re
from collections.abc import Callable

import pytest

from core.coverage.levels import (
    CoverageLevel,
    compute_chapter_coverage,
    merge_weak_chapters,
    select_deterministic_excerpts,
)
from core.enforcement.core_claims import enforce_core_claims_guest_only
from core.enforcement.enforcer import enforce_quote_whitelist
from core.enforcement.results import CoreClaim
from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.generation.pipeline import generate_ideas_edition_chapter
from core.generation.prompt import format_excerpts_markdown
from core.llm.client import ScriptedClient
from core.prose.sections import strip_llm_blockquotes
from core.transcripts.readers import read_transcript
from core.transcripts.speakers import Speaker, SpeakerRef, SpeakerRole
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import WhitelistQuote, build_quote_whitelist
from core.whitelist.occurrences import find_all_occurrences

ANN = Speaker(speaker_id="ann", speaker_name="Ann Lee", speaker_role=SpeakerRole.GUEST, aliases=("ANN",))
HOST = Speaker(speaker_id="bob", speaker_name="Bob Ray", speaker_role=SpeakerRole.HOST, aliases=("BOB",))


def seed_canonicalize(text: str) -> str:
    """Normalise as seed 1 describes it: straight quotes, dashes, collapsed white space."""
    text = text.translate({ord("“"): '"', ord("”"): '"', ord("‘"): "'", ord("’"): "'"})
    text = text.replace("…", "...").replace("ﬁ", "fi")
    text = re.sub(r"\s*(?:—|–|--)\s*", "-", text)
    return re.sub(r"\s+", " ", text).strip()


def seed_find_quotes(raw: str, canonical: str, quotes: list[str]) -> list[str]:
    """Extract the exact text with the offsets of the match, as the seed's whitelist builder does."""
    canonical_lower = canonical.casefold()
    found: list[str] = []
    for quote in quotes:
        quote_for_match = seed_canonicalize(quote).casefold()
        spans = find_all_occurrences(canonical_lower, quote_for_match)
        if not spans:
            continue
        start, end = spans[0]
        found.append(raw[start:end])
    return found


def seed_chapter_quotes(whitelist: list[WhitelistQuote], chapter_index: int) -> list[WhitelistQuote]:
    """Filter the whitelist by the effective index, as the seed's pipeline does after merging."""
    return [q for q in whitelist if chapter_index in q.chapter_indices]


SEED_BLOCKQUOTE_PATTERN = re.compile(r'^> "(?P<quote>[^"\n]+)"(?: — (?P<speaker>[^\n]+))?$', re.MULTILINE)
SEED_INLINE_QUOTE_PATTERN = re.compile(r'"(?P<quote>[^"\n]+)"')


def seed_splice(text: str, match: re.Match[str], to: str) -> str:
    """Put `to` where the match stood, as `replace_inline`, `unquote_inline` and `drop_blockquote` must."""
    return text[: match.start()] + to + text[match.end() :]


def seed_enforce(generated_text: str, whitelist: list[WhitelistQuote]) -> str:
    """Edit the text while matches of its older form are still being walked, as the seed's enforcer does."""
    lookup = {q.quote_canonical: q for q in whitelist}
    result = generated_text
    for match in SEED_BLOCKQUOTE_PATTERN.finditer(result):
        validated = lookup.get(seed_canonicalize(match.group("quote")).casefold().rstrip("."))
        result = seed_splice(result, match, f'> "{validated.quote_text}"' if validated else "")
    for match in SEED_INLINE_QUOTE_PATTERN.finditer(result):
        validated = lookup.get(seed_canonicalize(match.group("quote")).casefold().rstrip("."))
        result = seed_splice(result, match, f'"{validated.quote_text}"' if validated else match.group("quote"))
    return result


def seed_strip_llm_blockquotes(generated_text: str) -> str:
    """Strip block quotes outside Key Excerpts, line for line the seed's function."""
    key_excerpts_match = re.search(r"### Key Excerpts", generated_text)
    if key_excerpts_match:
        before = generated_text[: key_excerpts_match.start()]
        after = generated_text[key_excerpts_match.start() :]
        before = re.sub(r"^>\s*.*$", "", before, flags=re.MULTILINE)
        core_claims_match = re.search(r"### Core Claims", after)
        if core_claims_match:
            excerpts_section = after[: core_claims_match.start()]
            claims_and_rest = after[core_claims_match.start() :]
            claims_and_rest = re.sub(r"^>\s*.*$", "", claims_and_rest, flags=re.MULTILINE)
            return before + excerpts_section + claims_and_rest
        return before + after
    return re.sub(r"^>\s*.*$", "", generated_text, flags=re.MULTILINE)


def seed_core_claims_guest_only(
    claims: list[CoreClaim], whitelist: list[WhitelistQuote], chapter_index: int
) -> list[CoreClaim]:
    """Filter the claims through a lookup with one entry for each text, as the seed does."""
    quote_to_entry: dict[str, WhitelistQuote] = {}
    for q in whitelist:
        if chapter_index in q.chapter_indices:
            quote_to_entry[q.quote_canonical] = q
    valid_claims: list[CoreClaim] = []
    for claim in claims:
        entry = quote_to_entry.get(seed_canonicalize(claim.supporting_quote).casefold().rstrip("."))
        if not entry or entry.speaker.speaker_role != SpeakerRole.GUEST:
            continue
        valid_claims.append(claim)
    return valid_claims


def read(text: str) -> TranscriptPair:
    """Read a plain-text transcript."""
    return read_transcript(text.encode(), "talk.txt")


def evidence(*chapters: list[tuple[str, str]]) -> EvidenceMap:
    """Return a map with a chapter for each list of (speaker, quote); each quote supports a claim of its own."""
    return EvidenceMap(
        speakers=(ANN, HOST),
        chapters=tuple(
            ChapterEvidence(
                title=f"Chapter {number}",
                claims=tuple(
                    ClaimEvidence(
                        claim_id=f"c{number}.{n}",
                        claim=f"Claim {n}",
                        support=(Support(evidence_id=f"e{number}.{n}", quote=quote, speaker=speaker),),
                    )
                    for n, (speaker, quote) in enumerate(quotes)
                ),
            )
            for number, quotes in enumerate(chapters)
        ),
    )


@pytest.mark.parametrize(
    ("spoken", "typed"),
    [
        ("Wait… I had ﬁve apples", "I had five apples"),
        ("So   much    space, then the words", "then the words"),
        ("It was long — very long — and then the end", "and then the end"),
        ("The straße is wide and we drove on", "we drove on"),
    ],
)
def test_bug_1_the_slice_is_cut_with_raws_own_offsets(spoken: str, typed: str) -> None:
    """Folding changes lengths: the seed slices raw with canonical offsets and gets other words."""
    raw = f"ANN: {spoken}. Nothing more."
    (wrong,) = seed_find_quotes(raw, seed_canonicalize(raw), [typed])
    assert seed_canonicalize(wrong).casefold() != seed_canonicalize(typed).casefold()

    transcript = read(raw)
    (quote,) = build_quote_whitelist(evidence([("ANN", typed)]), transcript)
    start, end = quote.raw_spans[0]
    assert transcript.raw[start:end] == quote.quote_text
    assert quote.quote_text.casefold().replace("ﬁ", "fi") == typed.casefold()


THREE_CHAPTERS = evidence(
    [("ANN", "the first chapter has this one long weak sentence of mine")],
    [("ANN", "the second chapter has that other long weak sentence of mine")],
    [("ANN", f"in the third chapter I say this for the {nth} time now") for nth in ("1st", "2nd", "3rd", "4th", "5th")],
)
TALK = "\n\n".join(
    f"ANN: {support.quote}." for part in THREE_CHAPTERS.chapters for claim in part.claims for support in claim.support
)


def test_bug_2_merged_chapters_keep_their_quotes() -> None:
    """The seed looks the new indices up among the old ones: a chapter gets its neighbour's quotes, or none."""
    transcript = read(TALK)
    one_claim = THREE_CHAPTERS.chapters[2].model_copy(
        update={
            "claims": (
                ClaimEvidence(
                    claim_id="c", claim="c", support=tuple(c.support[0] for c in THREE_CHAPTERS.chapters[2].claims)
                ),
            )
        }
    )
    evidence_map = THREE_CHAPTERS.model_copy(update={"chapters": (*THREE_CHAPTERS.chapters[:2], one_claim)})
    whitelist = build_quote_whitelist(evidence_map, transcript)
    scored = [compute_chapter_coverage(part, whitelist, n) for n, part in enumerate(evidence_map.chapters)]
    merged, index_map = merge_weak_chapters(scored, evidence_map, whitelist)
    assert index_map == {0: 0, 1: 0, 2: 1}
    assert merged[1].level is CoverageLevel.STRONG

    seed_third = seed_chapter_quotes(whitelist, index_map[2])
    assert [one.quote_text for one in seed_third] == ["the second chapter has that other long weak sentence of mine"]
    assert len(select_deterministic_excerpts(whitelist, index_map[2], merged[1].level)) == 1

    for old, titles, texts in (
        (0, "Chapter 0 / Chapter 1", ("first chapter", "second chapter")),
        (1, "Chapter 0 / Chapter 1", ("first chapter", "second chapter")),
        (2, "Chapter 2", ("third chapter",)),
    ):
        draft = asyncio.run(
            generate_ideas_edition_chapter(old, evidence_map, transcript, client=ScriptedClient("## \n\nNothing.\n"))
        )
        assert (draft.chapter_index, draft.effective_index) == (old, index_map[old])
        assert draft.title == titles
        assert draft.key_excerpts
        assert all(any(text in one.quote_text for text in texts) for one in draft.key_excerpts)
        assert draft.coverage == merged[index_map[old]]


def test_bug_3_an_edit_does_not_move_what_comes_after_it() -> None:
    """The seed's matches are of the text before its own edits: after a change of length it cuts at the wrong places."""
    transcript = read("ANN: We never lost a single boat. The harbour was calm.\n")
    whitelist = build_quote_whitelist(
        evidence([("ANN", "we never lost a single boat"), ("ANN", "The harbour was calm.")]), transcript
    )
    reply = (
        'She "made this up" and "so was this", but "WE NEVER LOST A SINGLE BOAT" is true, "The harbour was calm" too.\n'
    )
    assert seed_enforce(reply, whitelist) == (
        'She made this up and "sso was thisbut "WE "We never lost a single boat"true, "The"The harbour was calm.".\n'
    )

    result = enforce_quote_whitelist(reply, whitelist, 0)
    assert result.text == (
        "She made this up and so was this, but “We never lost a single boat” (Ann Lee) is true, "
        "“The harbour was calm.” (Ann Lee) too.\n"
    )


def test_bug_3_block_quotes_neither() -> None:
    """Two fabricated block quotes in a row: the seed leaves pieces of the second one standing."""
    transcript = read("ANN: We never lost a single boat.\n")
    whitelist = build_quote_whitelist(evidence([("ANN", "we never lost a single boat")]), transcript)
    reply = '> "This one is invented." — Ann Lee\n\n> "And this one is invented too." — Ann Lee\n\nThe end.\n'
    assert seed_enforce(reply, whitelist) == "\n\n> And this one is invented too. —"
    assert enforce_quote_whitelist(reply, whitelist, 0).text == "The end.\n"


FORGED = """\
## Boats

Nothing happened.

### Key Excerpts

> We lost every single boat.
> — Ann Lee

### Core Claims

- They were safe: “we never lost a single boat” (Ann Lee)
"""


@pytest.mark.parametrize("strip", [seed_strip_llm_blockquotes, strip_llm_blockquotes])
def test_bug_4_stripping_alone_keeps_the_models_excerpts(strip: Callable[[str], str]) -> None:
    """Seed 1 takes the Key Excerpts section for its own, and `strip_llm_blockquotes` still does what it says there."""
    assert "> We lost every single boat." in strip(FORGED)


def test_bug_4_the_key_excerpts_are_always_the_programs_own() -> None:
    """What a model writes under Key Excerpts is thrown away, with a decision; the program's excerpts stand there."""
    transcript = read("ANN: We never lost a single boat. That is all I have to say about it, and I said it.\n")
    evidence_map = evidence([("ANN", "we never lost a single boat"), ("ANN", "That is all I have to say about it")])
    seeds_text = seed_enforce(seed_strip_llm_blockquotes(FORGED), build_quote_whitelist(evidence_map, transcript))
    assert "> We lost every single boat." in seeds_text  # no marks, so the seed's pattern does not even see it

    draft = asyncio.run(generate_ideas_edition_chapter(0, evidence_map, transcript, client=ScriptedClient(FORGED)))
    assert "We lost" not in draft.text
    assert format_excerpts_markdown(draft.key_excerpts) in draft.text
    assert [one.quote_text for one in draft.key_excerpts] == [
        "That is all I have to say about it",
        "We never lost a single boat",
    ]
    own = [one for one in draft.enforcement.decisions if one.place == "own_excerpts"]
    assert [(one.reason, one.original) for one in own] == [
        ("own_excerpts: not_in_transcript", "We lost every single boat.")
    ]


@pytest.mark.parametrize("host_last", [False, True])
def test_bug_5_the_guests_entry_counts_where_the_host_said_the_same(host_last: bool) -> None:  # noqa: FBT001 - both orders
    """The seed's lookup has room for one entry a text: a host who repeats a guest's words hides them."""
    lines = ["ANN: The sea does not lie.", "BOB: The sea does not lie."]
    transcript = read("\n\n".join(lines if host_last else lines[::-1]) + "\n")
    whitelist = build_quote_whitelist(
        evidence([("ANN", "The sea does not lie"), ("BOB", "The sea does not lie")]), transcript
    )
    assert len(whitelist) == 2
    claims = [CoreClaim(claim="It is honest", supporting_quote="The sea does not lie.", speaker_name="Ann Lee")]
    seed_order = sorted(whitelist, key=lambda one: one.speaker.speaker_role is not SpeakerRole.GUEST)
    assert seed_core_claims_guest_only(claims, seed_order, 0) == []
    assert enforce_core_claims_guest_only(claims, seed_order, 0) == claims
    assert enforce_core_claims_guest_only(claims, seed_order[::-1], 0) == claims


def test_a_host_alone_never_carries_a_claim() -> None:
    """What bug 5's mending lets in are guests, and nobody else; another chapter's guest does not help."""
    ref = SpeakerRef(speaker_id="bob", speaker_name="Bob Ray", speaker_role=SpeakerRole.HOST)
    host = WhitelistQuote(
        quote_id="1",
        quote_text="So.",
        quote_canonical="so",
        speaker=ref,
        source_evidence_ids=[],
        chapter_indices=[0],
        match_spans=[],
    )
    guest = host.model_copy(update={"speaker": ANN.ref, "chapter_indices": [1]})
    claims = [CoreClaim(claim="c", supporting_quote="so")]
    assert enforce_core_claims_guest_only(claims, [host, guest], 0) == []
    assert enforce_core_claims_guest_only(claims, [host, guest], 1) == claims
