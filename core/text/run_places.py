"""Where many short runs of characters stand in a text, all looked for at once."""

from array import array
from collections.abc import Iterator, Sequence

_BLOCK = 1 << 16  # characters that are searched at once: what is found in them is a list


class RunFinder:
    """Runs of characters that are looked for in many texts.

    No run is empty or given twice. As they are of about one length, few can stand at one place, whatever they are.
    """

    def __init__(self, runs: Sequence[str]) -> None:
        from ahocorasick_rs import AhoCorasick

        self._automaton = AhoCorasick(runs, store_patterns=False)
        self._longest = max(map(len, runs), default=0)
        self._count = len(runs)

    def _found(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield the number of each run that stands in a text, and where."""
        for block in range(0, len(text), _BLOCK):
            # A run that begins in a block may end in the next.
            piece = text[block : block + _BLOCK + self._longest - 1]
            for run, start, _ in self._automaton.find_matches_as_indexes(piece, overlapping=True):
                if start < _BLOCK:
                    yield run, block + start

    def standing_in(self, text: str) -> set[int]:
        """Return the numbers of the runs that stand in a text."""
        return {run for run, _ in self._found(text)}

    def places_in(self, text: str, most: int) -> list["array[int]"]:
        """Return where each run stands in a text, in order; of a common one the first `most` places and one more."""
        places = [array("I") for _ in range(self._count)]
        for run, start in self._found(text):
            if len(places[run]) <= most:
                places[run].append(start)
        return places


def places_of_runs(text: str, runs: Sequence[str], most: int) -> list["array[int]"]:
    """Return where each of the runs stands in one text: see `RunFinder`."""
    return RunFinder(runs).places_in(text, most)
