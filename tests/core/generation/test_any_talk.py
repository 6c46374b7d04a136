"""What holds of whatever was said."""

from hypothesis import given
from hypothesis import strategies as st

from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.generation.line import prepare_line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from core.llm.client import ScriptedClient
from core.transcripts.readers import read_transcript
from core.transcripts.speakers import Speaker, SpeakerRole
from tests.core.generation.test_pipeline import in_both_forms
from tests.properties import examples

SPOKEN = [
    *("the", "sea", "I", "don’t", "can't", "“no”", "'so'", "—", "--", "…", "€11.40", "15,000", "-5", "10–12", "*bold*"),
    *(
        "_it_",
        "[x](y)",
        "<b>",
        "&",
        "`c`",
        "#",
        "1.",
        "- ",
        "$5",
        "[laughter]",
        "[inaudible]",
        "[not]",
        "dogs’",
        "’90s",
    ),
    *("6'2\"", "ﬁle", "é", "漢字", "🌊", "Mr.", "said", "Ann", "Bob:", "(sighs)", "a_b", "~~", "|", "\\", "{{QUOTES}}"),
    *(
        "[[abc]]",
        "http://x.y",
        "e.g.",
        "no!",
        "why?",
        "“Oh",
        "well”",
        "end.",
        "And",
        "was",
        "for",
        "years",
        "of",
        "them",
    ),
]


LABELS = ["ANN", "Ann Lee", "Bob O’Brien", "Dr. Eve Ray, M.D.", "Zoé", "Speaker 1", "D'Arcy", "Li 李", "A. B. Smith"]


FORMS = ["“{}” ({})", "> {}\n> — {}", "{1} says: “{0}”", "“{}” {} says.", "- “{}” — {}", "{1}: {0}", "“{}”"]


@st.composite
def talks(draw: st.DrawFn) -> tuple[str, EvidenceMap, str]:
    """Draw a transcript, a map whose quotes are stretches of it, and a reply that quotes them; "" is the composer's."""
    sentences = st.lists(st.sampled_from(SPOKEN), min_size=1, max_size=14).map(" ".join)
    turns = draw(st.lists(st.tuples(st.sampled_from(LABELS), sentences), min_size=2, max_size=6))
    support: list[Support] = []
    for number, (label, said) in enumerate(draw(st.lists(st.sampled_from(turns), min_size=1, max_size=6))):
        words = said.split()
        first = draw(st.integers(0, len(words) - 1))
        last = draw(st.integers(first + 1, len(words)))
        support.append(Support(evidence_id=str(number), quote=" ".join(words[first:last]), speaker=label))
    speakers = tuple(
        Speaker(speaker_id=f"s{n}", speaker_name=label, speaker_role=draw(st.sampled_from(SpeakerRole)))
        for n, label in enumerate(dict.fromkeys(label for label, _ in turns))
    )
    claim = ClaimEvidence(claim_id="c", claim=draw(sentences), support=tuple(support))
    chapter = ChapterEvidence(title=draw(sentences), claims=(claim,))
    quoted = [draw(st.sampled_from(FORMS)).format(one.quote, one.speaker) for one in support]
    reply = "\n\n".join(("## A title", *quoted)) if draw(st.booleans()) else ""
    raw = "\n\n".join(f"{label}: {said}" for label, said in turns)
    return raw, EvidenceMap(title=draw(sentences), speakers=speakers, chapters=(chapter,)), reply


@examples(150)
@given(talks())
def test_whatever_was_said_the_edition_is_proven(talk: tuple[str, EvidenceMap, str]) -> None:
    """Every quote is its slice, and the edition verifies in both forms, however hostile words and titles are."""
    raw, evidence_map, reply = talk
    transcript = read_transcript(raw.encode(), "talk.txt")
    line = prepare_line(evidence_map, transcript)
    for quote in line.whitelist:
        assert transcript.raw[slice(*quote.raw_spans[0])] == quote.quote_text
    edition = generate_edition(line, ScriptedClient(reply) if reply else OfflineComposer())
    assert [found.unproven for found in in_both_forms(edition, transcript)] == [(), ()]
    assert edition.verdict in ("verified", "nothing_to_verify", "verified_text_only")
