"""Pseudonyms: under which name each label of a transcript is shown, and what may be wrong with them."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from core.errors import BadInput, Problem
from core.record import Record
from core.text.safe_html import ended
from core.text.well_formed import decoded, well_formed
from core.transcripts.pseudonyms.name_finder import NameFinder
from core.transcripts.speakers import name_words

MAX_NAMES_BYTES = 1_000_000
LONGEST_PSEUDONYM = 40
_CAN_BE_ONE = re.compile(r"(?=[^a-z]*[^\W\d_])\w(?:[\w .'’-]*[\w.])?", re.IGNORECASE)
_SHOWN = 5
_REMEDY = 'Write it as {"P07": "Maya Okafor"}: the pseudonym, then the label of the transcript.'


class NamePair(NamedTuple):
    """A pseudonym and the label it stands for, as they were given."""

    pseudonym: str
    label: str


class Pseudonyms(Record):
    """Which label of a transcript each pseudonym stands for: `{"P07": "Maya Okafor"}`, one label for each."""

    labels: dict[str, str]

    @cached_property
    def by_label(self) -> dict[str, str]:
        """The pseudonym of each label that has one."""
        return {label: pseudonym for pseudonym, label in self.labels.items()}


def _shown(names: Sequence[str]) -> str:
    more = f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


def _of_form(pair: NamePair) -> str:
    """Return what is wrong with a pseudonym alone, "" where nothing is."""
    if not pair.pseudonym.strip():
        return "the pseudonym is empty."
    if len(pair.pseudonym) > LONGEST_PSEUDONYM:
        return f"a pseudonym has at most {LONGEST_PSEUDONYM} characters."
    if not _CAN_BE_ONE.fullmatch(pair.pseudonym):
        return "a pseudonym is letters, digits, spaces and . - ' only, with a letter among them."
    return ""


def _problems(pairs: Sequence[NamePair], labels: Sequence[str]) -> Iterator[tuple[NamePair, str]]:
    names, known = NameFinder(labels), set(labels)
    words_of_labels = {name_words(label): label for label in labels}
    taken: dict[tuple[str, ...], str] = {}
    named: dict[str, str] = {}
    for pair in pairs:
        pseudonym, label = pair
        words = name_words(pseudonym)
        form = _of_form(pair)
        if form:
            yield pair, form
        elif pseudonym in taken.values():
            yield pair, "this pseudonym stands there twice."
        elif words in taken:
            yield pair, ended(f"a reader takes it for the pseudonym “{taken[words]}”")
        elif words in words_of_labels:
            yield pair, ended(f"this is a label of the transcript: “{words_of_labels[words]}”")
        elif found := (names.find(pseudonym) or names.find(pseudonym.title())):
            yield pair, ended(f"it holds a name of the transcript, or a part of one: “{found[0].slice(pseudonym)}”")
        taken.setdefault(words, pseudonym)
        if label not in known:
            has = _shown(labels) or "no labels at all"
            yield pair, ended(f"the transcript has no label “{label}”") + f" It has {has}."
        elif label in named:
            yield pair, f"the label “{label}” has the pseudonym “{named[label]}” already."
        named.setdefault(label, pseudonym)


def make_pseudonyms(pairs: Iterable[tuple[str, str]], labels: Iterable[str], source: str = "pseudonyms") -> Pseudonyms:
    """Return pseudonyms with the labels they stand for, which are `labels` of a transcript.

    `pairs` are (pseudonym, label). Raises BadInput with all problems: labels that are not there, pseudonyms that two
    people have, that are somebody's label or hold a part of a name.
    """
    given = [NamePair(*pair) for pair in pairs]
    problems = [
        Problem(place=f"{source}, “{pair.pseudonym}”", message=message)
        for pair, message in _problems(given, tuple(dict.fromkeys(labels)))
    ]
    if problems:
        raise BadInput(*problems)
    return Pseudonyms(labels=dict(given))


def _refuse(source: str, message: str) -> BadInput:
    return BadInput(Problem(place=source, message=message, remedy=_REMEDY))


class _Pairs(list[tuple[str, Any]]):
    """The fields of a JSON object, each as often as it stands there."""


def _parse(data: bytes, source: str) -> _Pairs:
    if len(data) > MAX_NAMES_BYTES:
        raise _refuse(source, f"is too big: {len(data):,} bytes, {MAX_NAMES_BYTES:,} may be read.")
    try:
        value: object = json.loads(decoded(data.removeprefix(b"\xef\xbb\xbf"), "utf-8"), object_pairs_hook=_Pairs)
    except (ValueError, RecursionError):
        raise _refuse(source, "is not JSON in UTF-8.") from None
    if not isinstance(value, _Pairs):
        raise _refuse(source, "holds no object with names.")
    if not value:
        raise _refuse(source, "holds no name.")
    return value


def read_pseudonyms(data: bytes, labels: Iterable[str], source: str = "names.json") -> Pseudonyms:
    """Read a file of names, `{"P07": "Maya Okafor"}`, for a transcript with these labels.

    `source` is the file's name, for messages. Raises BadInput with all problems of the file.
    """
    pairs = _parse(data, source)
    wrong = [
        Problem(place=f"{source}, “{well_formed(pseudonym)}”", message="the label must be text.", remedy=_REMEDY)
        for pseudonym, label in pairs
        if not isinstance(label, str)
    ]
    texts = [(well_formed(pseudonym), well_formed(label)) for pseudonym, label in pairs if isinstance(label, str)]
    try:
        names = make_pseudonyms(texts, labels, source)
    except BadInput as error:
        raise BadInput(*wrong, *error.problems) from None
    if wrong:
        raise BadInput(*wrong)
    return names
