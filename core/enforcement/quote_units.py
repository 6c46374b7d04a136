"""The paragraphs of a block quote as a reply has it, without the name above, below or behind them."""

import re

from core.enforcement.matcher import named_or_unknown
from core.enforcement.script_lines import named_by
from core.prose.parse import SourceBlock, texts_of
from core.prose.quotations import find_quotations
from core.transcripts.speakers import Roster, SpeakerRef

_NAME_BELOW = re.compile(r"(?:^|(?<=\s))(?:—|–|―|--|-)\s*(?P<name>[^\n]{1,80}?)\s*$")
_NAME_BEHIND = (
    re.compile(r"\s*\((?P<name>[^()\n]{1,80})\)[.,]?\s*$"),
    re.compile(r"\s*(?:—|–|―|--)\s*(?P<name>[^\n—–―]{1,80}?)[.,]?\s*$"),
)
AROUND_A_NAME = " \t—–―-.,"


def _split_name(unit: str, roster: Roster) -> tuple[str, str]:
    """Cut the name above, below or behind the words of a block quote off; "" where there is none."""
    lines = unit.split("\n")
    below = _NAME_BELOW.match(lines[-1])
    if len(lines) > 1 and below:
        return "\n".join(lines[:-1]), below["name"]
    for name, rest in ((lines[-1], lines[:-1]), (lines[0], lines[1:])):
        speaker = named_by(name.strip(AROUND_A_NAME), roster)
        if rest and speaker is not None:
            return "\n".join(rest), speaker.speaker_name
    for behind in (found for pattern in _NAME_BEHIND if (found := pattern.search(unit)) and found.start()):
        name = behind["name"].strip().rstrip(".,")
        marked = find_quotations(unit[: behind.start()].strip())
        closed = bool(marked) and marked[0].outer.start == 0 and marked[0].outer.end > marked[0].inner.end
        speaker = named_by(name, roster)
        if speaker is not None or closed:
            return unit[: behind.start()], speaker.speaker_name if speaker else name
    return unit, ""


def quote_units(source: SourceBlock, roster: Roster) -> tuple[list[str], SpeakerRef | None]:
    """Return the paragraphs of a block quote without the name below them, and who is named."""
    units: list[str] = []
    name = ""
    for text in texts_of(source):
        lone = _NAME_BELOW.fullmatch(text.strip())
        if units and lone:
            name = lone["name"]
            continue
        words, found = _split_name(text, roster)
        name = found or name
        if words.strip():
            units.append(words.replace("\n", " "))
    return units, named_or_unknown(name, roster.resolve(name))
