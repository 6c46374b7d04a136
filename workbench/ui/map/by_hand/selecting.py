"""What the browser is given to select words by: it snaps there, while a person selects."""

from typing import Any

from core.map_making.selectable_words import selectable_turns
from core.transcripts.transcript import TranscriptPair
from workbench.ui.components.transcript import Utf16Offsets


def describe_selectable(transcript: TranscriptPair) -> dict[str, Any]:
    """Return `turns` as `[start, end]`, `words` as a gap and a length for each, and the numbers of the words with
    which `runs` and `sentences` begin; in UTF-16 units."""
    utf16 = Utf16Offsets(transcript.raw)
    turns: list[list[int]] = []
    words: list[int] = []
    begins: dict[str, list[int]] = {"runs": [], "sentences": []}
    last = 0
    for turn in selectable_turns(transcript):
        turns.append([utf16.units(turn.span.start), utf16.units(turn.span.end)])
        before = len(words) // 2
        for word in turn.words:
            start, end = utf16.units(word.start), utf16.units(word.end)
            words += (start - last, end - start)
            last = end
        begins["runs"] += (before + number for number in turn.runs)
        begins["sentences"] += (before + number for number in turn.sentences)
    return {"turns": turns, "words": words, **begins}
