"""Word documents as Teams wrote them at first: each paragraph a time, a name and words, behind line breaks."""

import io
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import groupby

from core.transcripts.readers.captions.cues import FileLine
from core.transcripts.readers.captions.named_cues import NamedCue, find_named_cues
from core.transcripts.readers.documents.word_paragraphs import WordParagraphs
from core.transcripts.readers.pieces import Piece, Tally
from core.transcripts.units import Place


def _pieces(cue: NamedCue, starts: Sequence[int], elements: Sequence[int], part: str) -> Iterator[Piece]:
    """Yield one piece for each paragraph in which words of the cue stand."""

    def element(line: FileLine) -> int:
        return elements[bisect_right(starts, line.first) - 1]

    for number, lines in groupby(cue.lines, element):
        words = cue._replace(lines=tuple(lines)).words
        yield Piece(words, Place(part, number), cue.name, cue.start, cue.end)


def find_word_cues(paragraphs: WordParagraphs, part: str, file: str, left_out: Tally) -> Sequence[Piece]:
    """Return what is said in a document of such paragraphs; () where it is none. `part` is where they stand, `file` the
    document's name. Raises TranscriptError for too many."""
    written = io.StringIO()
    starts, elements = array("I"), array("I")
    in_tables = above = 0
    for one in paragraphs:
        in_tables += one.cell.table > 0
        if not one.cell.table and (len(starts) or "-->" in one.text):
            starts.append(written.tell())
            elements.append(one.element)
            written.write(f"{one.text}\n\n")
        elif not one.cell.table:
            above += 1
    cues = find_named_cues(written.getvalue(), file)
    if cues:
        left_out.add("paragraphs in tables", "they are no speech", in_tables)
        left_out.add("paragraphs above the first time", "they are a title", above)
    return [piece for cue in cues for piece in _pieces(cue, starts, elements, part)]
