"""Where a long text may be cut so that its parts, each folded alone, are the folded text.

A text of 20 MB that is folded at once is held several times over; in chunks, hardly more than once.
"""

import re
from collections.abc import Iterable, Iterator, MutableSequence
from functools import cache

from core.text.punctuation import APOSTROPHES, DASHES, FORMAT_CHARACTERS, HYPHENS, OTHER_QUOTATION_MARKS

CHUNK = 1 << 16
PIECE = "\x1d"
"""Cuts a text into pieces that are folded as if each stood alone. It is white space to every fold."""
_BECOME_MARKS = "\u1fef\u1ffd\uff07\uff0d\uff40"  # these are apostrophes and a hyphen once folded
_PLAIN = (
    "!#-&(-,./0-9:-_a-~{}\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0148\u0391-\u03a1\u03a3-\u03c1\u03c3-\u03c9\u0400-\u0481"
    "\u05d0-\u05ea\u0621-\u063a\u0641-\u064a\u0905-\u0939\u0e01-\u0e30\u1100-\u115f\u3001-\u3003\u3041-\u3096\u30a1-\u30fa"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff06\uff08-\uff0c\uff0e-\uff3f\uff41-\uff5e\U0001f300-\U0001f3fa\U0001f400-\U0001faff"
)
"""Characters that no fold joins to the one before, as the inside of a character class: letters, signs, ideographs."""


@cache
def _chunk_ends() -> re.Pattern[str]:
    """Compile where a text may be cut: no run, cluster or apostrophe looks to the other side there."""
    run = rf"\s{re.escape(''.join((*DASHES, *HYPHENS)))}…"
    apostrophes = re.escape(APOSTROPHES)
    unseen = re.escape("".join(sorted(FORMAT_CHARACTERS)))
    before = rf"[^{run}{apostrophes}{unseen}{_BECOME_MARKS}]"
    plain = f"[{_PLAIN}{re.escape(OTHER_QUOTATION_MARKS)}]"
    return re.compile(rf"{before}(?=[{run}]?{plain})|[{apostrophes}](?=[{run}]{plain}|[{apostrophes}])")


def cut_into_chunks(blocks: Iterable[str]) -> Iterator[str]:
    """Cut a text that comes in blocks where no fold looks across; what cannot be cut stays together."""
    held = ""
    for block in blocks:
        if not held:
            held = block
            continue
        ends, searched = _chunk_ends(), max(0, len(held) - CHUNK)
        held += block
        cut = ends.search(held, searched)
        if cut is not None:
            later = ends.search(held, max(cut.end(), len(held) - CHUNK))
            at = (later or cut).end()
            yield held[:at]
            held = held[at:]
    yield held


def without_pieces(parts: Iterable[str], breaks: MutableSequence[int]) -> Iterator[str]:
    """Turn the separators of a text into spaces, and note where they stood."""
    done = 0
    for part in parts:
        if PIECE in part:
            breaks.extend(done + found.start() for found in re.finditer(PIECE, part))
        yield part.replace(PIECE, " ")
        done += len(part)
