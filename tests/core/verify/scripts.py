"""Transcripts for tests, cut from scripts of `NAME: words` lines, so that no reader is needed."""

import re

from core.span import Span
from core.transcripts.transcript import TranscriptPair, Turn

_LINE = re.compile(r"^(?P<label>[A-Z][\w .,'’-]*?):\s+", re.MULTILINE)


def transcript_of(script: str) -> TranscriptPair:
    """Return the pair of a script: each line that begins with `NAME:` begins a turn; words keep their line ends."""
    labels = list(_LINE.finditer(script))
    ends = [*(label.start() for label in labels[1:]), len(script)]
    turns = [
        Turn(
            speaker=label["label"],
            span=Span(label.end(), label.end() + len(script[label.end() : end].rstrip())),
            label_span=Span(label.start(), label.end("label") + 1),
        )
        for label, end in zip(labels, ends, strict=False)
    ]
    return TranscriptPair.from_raw(script, turns=tuple(turns))


BOAT = transcript_of(
    """\
Ann Lee: We lost the boat, and she was able to swim. It’s the only boat we had,
and a good one. I told [inaudible] to go. We kept the dog [laughter] and the oars.
Bob Marsh: The dog was mine. They said “never again” and I paid 15,000 for it. We can’t know.
Ann Lee: Never buy a non-competitive dog.
Dr. Mireille Okafor, M.Sc.: How high is it? It is 6'2" high & 3 * 4 = 12 [04:10] at_least.
"""
)
"""Three people; the tests' quotations are slices of what they say, or just not."""
