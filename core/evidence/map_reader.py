"""Reads the fields of an evidence map, within limits, and gives ids."""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, Generic, NamedTuple, TypeVar

from core.errors import Problem
from core.text.documents import DocumentReader, join

Chosen = TypeVar("Chosen", bound=Enum)

MAX_CHAPTERS, MAX_CLAIMS, MAX_SUPPORTS, MAX_SPEAKERS = 1_000, 20_000, 50_000, 5_000
MOST_PROBLEMS = 100
MAX_TEXT = 120_000  # characters of a quote, a claim or a note
MAX_NAME = 1_000  # characters of a name, a title, an id
_LONG_FIELDS = (".claim", ".claim_text", ".text", ".quote", ".quote_text", ".note", "]")


class Choice(NamedTuple, Generic[Chosen]):
    """What a field may hold: the values of `values`, any of which is `what` ("a role")."""

    values: type[Chosen]
    what: str


class MapReader(DocumentReader):
    """Reads an evidence map; what is too long or too much is a problem like any other.

    `missing_ids` are the places of ids that the map does not give, or gave before.
    """

    def __init__(self, source: str) -> None:
        super().__init__(source)
        self._name = source
        self.missing_ids: list[str] = []
        self._counts: Counter[str] = Counter()
        self._taken: set[str] = set()

    def complain(self, place: str, message: str, remedy: str = "") -> None:
        """Note one problem; of very many the first ones, and how many more there are."""
        if len(self.problems) < MOST_PROBLEMS:
            super().complain(place, message, remedy)
        else:
            self._counts["problems"] += 1

    def found_wrong(self) -> list[Problem]:
        """Return the problems that were noted."""
        if not (more := self._counts["problems"]):
            return self.problems
        rest = Problem(place=self._name, message=f"there are {more:,} more problems.", remedy="Correct those first.")
        return [*self.problems, rest]

    def as_text(self, value: object, place: str, *, numbers: bool = False) -> str | None:
        """Return `value` if it is text that is not too long."""
        text = super().as_text(value, place, numbers=numbers)
        if text is None or len(text) <= MAX_NAME:
            return text
        most = MAX_TEXT if place.endswith(_LONG_FIELDS) else MAX_NAME
        if len(text) > most:
            self.complain(place, f"has {len(text):,} characters; {most:,} may be read.", "Give the words that matter.")
            return ""
        return text

    def counts(self, what: str, most: int, place: str) -> bool:
        """Count one more of a kind; tell whether it may still be read."""
        self._counts[what] += 1
        if self._counts[what] == most + 1:
            self.complain(place, f"there are more than {most:,} {what}.", "Split the map into several.")
        return self._counts[what] <= most

    def choice(
        self, holder: Mapping[str, Any], place: str, spellings: Sequence[str], choice: Choice[Chosen]
    ) -> Chosen | None:
        """Return a field that holds one of a few words, in whatever case; None where it is missing, blank or wrong."""
        if self.pick(holder, spellings)[1] is None:
            return None
        written = (self.text(holder, place, spellings) or "").strip()
        try:
            return choice.values(written.casefold()) if written else None
        except ValueError:
            field = join(place, self.pick(holder, spellings)[0])
            known = ", ".join(one.value for one in choice.values)
            self.complain(field, f'"{written}" is not {choice.what}.', f"Use one of: {known}.")
            return None

    def any_id(self, holder: Mapping[str, Any], place: str, spellings: Sequence[str], derived: str) -> str:
        """Return the id that an object gives itself, else the derived one; that it does not is noted."""
        written = self.text(holder, place, spellings, numbers=True)
        if not written:
            self.missing_ids.append(join(place, spellings[0]))
        return written or derived

    def own_id(self, holder: Mapping[str, Any], place: str, spellings: Sequence[str], derived: str) -> str:
        """Return an id that nothing else has: the written one for the first that bears it, else a derived one."""
        chosen, again = self.any_id(holder, place, spellings, derived), 2
        if chosen in self._taken:
            if self.missing_ids[-1:] != [join(place, spellings[0])]:
                self.missing_ids.append(join(place, spellings[0]))
            chosen = derived
        while chosen in self._taken:
            chosen, again = f"{derived}-{again}", again + 1
        self._taken.add(chosen)
        return chosen
