"""Interviews with times between hash signs: f4 and MAXQDA (`#00:01:15-4#`), NVivo (`#0:01:15#`, short `#115#`).

A time at the beginning of a paragraph says when it begins, one at its end when it ends; one inside does both.
"""

import re
from itertools import pairwise

from core.transcripts.readers.captions.cues import FileLine, lines_of
from core.transcripts.readers.pieces import Given, Reading, Tally
from core.transcripts.readers.texts.paragraphs import TimedParagraphs, pieces_with_names, seconds_in

_CODE = re.compile(
    r"#(?:(?P<clock>(?:[0-9]{1,3}:)?[0-9]{1,3}:[0-9]{2}(?:[.,][0-9]{1,3})?)(?:-(?P<tenths>[0-9]{1,3}))?|(?P<short>[0-9]{1,7}))#"
)
_ENOUGH = 2


def _seconds(match: re.Match[str]) -> float:
    short = match["short"]
    if short is not None:
        whole = short.rjust(5, "0")
        return int(whole[:-4]) * 3600 + int(whole[-4:-2]) * 60 + int(whole[-2:])
    return seconds_in(match["clock"]) + float(f"0.{match['tenths'] or 0}")


class _Coded:
    """The paragraphs of the text as they are collected, and how many of its times stand where a program puts them."""

    def __init__(self, text: str) -> None:
        self.paragraphs = TimedParagraphs(text)
        self.coded = self.others = 0
        self.has_tenths = False
        self._goes_on = False
        for line in lines_of(text):
            self._take(line)

    def _take(self, line: FileLine) -> None:
        codes = list(_CODE.finditer(line.text))
        if codes:
            self.has_tenths |= any(code["tenths"] for code in codes)
            at_an_end = not line.text[: codes[0].start()].strip() or not line.text[codes[-1].end() :].strip()
            self.coded += at_an_end
            self.others += not at_an_end
            self._add(line, codes)
            self._goes_on = bool(line.text[codes[-1].end() :].strip())
        elif not line.text.strip():
            self._goes_on = False
        elif self._goes_on:
            self.paragraphs.go_on(line.stop)
        else:
            self.others += 1
            self.paragraphs.add(line.first, line.stop)
            self._goes_on = True

    def _add(self, line: FileLine, codes: list[re.Match[str]]) -> None:
        """Add what stands between the times of a line."""
        ends = [(0, None), *((code.start(), code) for code in codes), (len(line.text), None)]
        for (_, before), (stop, behind) in pairwise(ends):
            first = before.end() if before else 0
            start, end = (None if code is None else _seconds(code) for code in (before, behind))
            if before is None and self._goes_on and line.text[:stop].strip():
                self.paragraphs.go_on(line.first + stop, end)
            else:
                self.paragraphs.add(line.first + first, line.first + stop, start, end)


def read(given: Given) -> Reading | None:
    """Read an interview with coded times; None where the text has hardly any."""
    coded = _Coded(given.text)
    if coded.coded < _ENOUGH or coded.coded < coded.others:
        return None
    dialect = "maxqda" if coded.has_tenths else "nvivo"
    return Reading("text", dialect, pieces_with_names(coded.paragraphs), Tally())
