"""Who is who in an archive: `persons.yml` names persons, their spellings and their roles."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from rapidfuzz.distance import Indel

from core.errors import BadInput, Problem
from core.record import Record
from core.text.documents import DocumentReader, is_list, is_object, join, read_object
from core.text.well_formed import WellFormed
from core.transcripts.readers.decoding import MAX_BYTES
from core.transcripts.speakers import SpeakerRole, name_words
from workbench.files.read_file import read_bytes
from workbench.search.find_files import as_text, file_in

PERSONS = "persons.yml"
_ALIKE = 0.85
_MOST_COMPARED = 3_000  # names letter by letter, which takes a second
_ROLES = tuple(role.value for role in SpeakerRole)


class Person(Record):
    """A person, the other spellings of their name in transcripts, and their role, "" where nobody said it."""

    person: WellFormed
    spellings: tuple[WellFormed, ...] = ()
    role: str = ""


class SamePerson(NamedTuple):
    """Two names that may be one person's, and why they seem to be."""

    first: str
    second: str
    why: str


def _read_person(given: object, place: str, walk: DocumentReader) -> Person | None:
    if not is_object(given):
        walk.complain(place, "is not an object.", "Write person, spellings and role.")
        return None
    name = walk.needed_text(given, place, ("person",))
    if isinstance(given.get("person"), str) and not name.strip():
        walk.complain(join(place, "person"), "is no name.", "Write the name that counts.")
    role = walk.text(given, place, ("role",)) or ""
    if role and role not in _ROLES:
        walk.complain(join(place, "role"), f"{role!r} is no role.", f"Write one of {', '.join(_ROLES)}.")
    spellings: list[str] = []
    listed: object = given.get("spellings") or ()
    if is_list(listed):
        for number, one in enumerate(listed):
            spelling = walk.as_text(one, f"{place}.spellings[{number}]")
            spellings += [spelling] if spelling else []
    elif listed:
        walk.complain(join(place, "spellings"), "is no list.", 'Write it as ["…", "…"].')
    return Person(person=name, spellings=tuple(spellings), role=role if role in _ROLES else "") if name else None


def _check_spellings(read: Iterable[Person | None], walk: DocumentReader) -> None:
    owner: dict[str, str] = {}
    persons = ((number, one) for number, one in enumerate(read) if one is not None)
    for number, one in persons:
        for spelling in dict.fromkeys((one.person, *one.spellings)):
            before = owner.setdefault(spelling, one.person)
            if before != one.person:
                message = f"{spelling!r} is a spelling of {before!r} too."
                walk.complain(f"persons[{number}]", message, "Leave it to one of them.")


def read_persons(data: bytes, name: str) -> tuple[Person, ...]:
    """Read a list of persons: `persons: [{person, spellings, role}]`, as YAML or JSON.

    Raises BadInput with all its problems.
    """
    listed = read_object(data, name, what="list of persons", error=BadInput).get("persons")
    walk = DocumentReader(name)
    if not is_list(listed):
        raise BadInput(Problem(place=name, message="holds no list `persons`.", remedy="Write persons: [ … ]."))
    read = [_read_person(one, f"persons[{at}]", walk) for at, one in enumerate(listed)]
    _check_spellings(read, walk)
    if walk.problems:
        raise BadInput(*walk.problems)
    return tuple(one for one in read if one is not None)


def persons_in(folders: Iterable[Path]) -> tuple[Person, ...]:
    """Return the persons that the folders' own `persons.yml` name, the first folder's word for a name counting.

    Raises BadInput.
    """
    found: dict[str, Person] = {}
    for folder in folders:
        file = file_in(folder, PERSONS)
        if file is not None:
            for one in read_persons(read_bytes(file, MAX_BYTES, regular=True), as_text(folder / PERSONS)):
                found.setdefault(one.person, one)
    return tuple(found.values())


def person_of_label(persons: Iterable[Person]) -> dict[str, Person]:
    """Return the person of each name and spelling."""
    return {name: one for one in reversed(tuple(persons)) for name in (*one.spellings, one.person)}


def persons_there(labels: Iterable[str], person_of: Mapping[str, Person]) -> tuple[Person, ...]:
    """Return the persons whom the labels of a talk name, each with the spellings that mean them."""
    there = {one.person: one for label in labels if (one := person_of.get(label)) is not None}
    return tuple(
        one.model_copy(update={"spellings": tuple(name for name in one.spellings if person_of[name] is one)})
        for one in there.values()
    )


class JoinedPersons(NamedTuple):
    """Persons, some of whom a person just said to be one, and the file `name` with the `text` that says so."""

    persons: tuple[Person, ...]
    name: str
    text: str


def join_persons(persons: Sequence[Person], same: Iterable[str]) -> JoinedPersons:
    """Return the persons with pairs `NAME=SPELLING` joined. Raises BadInput for what is no pair, or joins two whom the
    list names apart."""
    known, problems = {one.person: one for one in persons}, list[Problem]()
    for words in same:
        name, _, spelling = (part.strip() for part in words.partition("="))
        owner = person_of_label(known.values())
        if not name or not spelling:
            problems.append(Problem(place="--same", message=f"{words!r} is no NAME=SPELLING.", remedy="Name both."))
            continue
        one = owner.get(name, Person(person=name))
        if owner.get(spelling, one).person != one.person:
            message = f"{spelling!r} is {owner[spelling].person!r} in {PERSONS}."
            problems.append(Problem(place="--same", message=message, remedy="Change the file, if that is wrong."))
            continue
        spellings = tuple(dict.fromkeys((*one.spellings, *({spelling} - {one.person}))))
        known[one.person] = one.model_copy(update={"spellings": spellings})
    if problems:
        raise BadInput(*problems)
    listed = [one.model_dump(exclude_defaults=True) for one in known.values()]
    text = json.dumps({"persons": listed}, ensure_ascii=False, indent=2) + "\n"  # JSON is YAML
    return JoinedPersons(tuple(known.values()), PERSONS, text)


def _is_short_for(short: Sequence[str], full: Sequence[str]) -> bool:
    """Tell whether given names may be short for others: initials for names, or fewer of them in order."""
    left = iter(full)
    return all(any(name == one or (len(one) == 1 and name.startswith(one)) for name in left) for one in short)


def _by_words(names: Mapping[str, tuple[str, ...]]) -> Iterator[SamePerson]:
    surnames: dict[str, list[str]] = defaultdict(list)
    for name, words in names.items():
        surnames[words[-1]].append(name)
    for alike in surnames.values():
        for first, second in combinations(alike, 2):
            given = sorted((names[first][:-1], names[second][:-1]), key=len)
            if given[0] == given[1]:
                yield SamePerson(first, second, "the same words")
            elif _is_short_for(*given) or (len(given[0]) == len(given[1]) and _is_short_for(given[1], given[0])):
                yield SamePerson(first, second, "the same last name, and given names that fit")


def _by_letters(names: Mapping[str, tuple[str, ...]]) -> Iterator[SamePerson]:
    joined = [(name, " ".join(words)) for name, words in names.items() if len(words) > 1][:_MOST_COMPARED]
    for (first, one), (second, other) in combinations(joined, 2):
        if Indel.normalized_similarity(one, other, score_cutoff=_ALIKE) and one != other:
            yield SamePerson(first, second, "nearly the same letters")


def same_persons(names: Iterable[str]) -> tuple[SamePerson, ...]:
    """Return pairs of names that may be one person's, each once, in the order of the names; none is decided here."""
    words = {name: spelt for name in dict.fromkeys(names) if (spelt := name_words(name))}
    found: dict[frozenset[str], SamePerson] = {}
    for pair in (*_by_words(words), *_by_letters(words)):
        found.setdefault(frozenset(pair[:2]), pair)
    place = {name: at for at, name in enumerate(words)}
    return tuple(sorted(found.values(), key=lambda pair: (place[pair.first], place[pair.second])))
