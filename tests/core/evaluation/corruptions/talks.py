"""Small talks to corrupt: turns and quotes in, a line out."""

from collections.abc import Sequence

from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.generation.line import Line, prepare_line
from core.span import Span
from core.transcripts.transcript import TranscriptPair, Turn

ANN, BO = "Ann Lee", "Bo Marsh"


def talk(turns: Sequence[tuple[str | None, str]], quotes: Sequence[tuple[str, str]]) -> Line:
    """Return a line of one chapter; every quote must be proven, or the test would speak of something else."""
    raw, made = "", list[Turn]()
    for speaker, words in turns:
        raw += f"{speaker}: " if speaker else ""
        span = Span(len(raw), len(raw) + len(words))
        label = Span(span.start - len(f"{speaker}: "), span.start) if speaker else None
        made.append(Turn(speaker=speaker, span=span, label_span=label))
        raw += f"{words}\n\n"
    support = tuple(
        Support(evidence_id=str(number), quote=quote, speaker=speaker) for number, (speaker, quote) in enumerate(quotes)
    )
    chapter = ChapterEvidence(title="Boats", claims=(ClaimEvidence(claim_id="1", claim="A claim.", support=support),))
    line = prepare_line(EvidenceMap(chapters=(chapter,)), TranscriptPair.from_raw(raw, turns=tuple(made)))
    assert not line.proofs.refusals
    return line
