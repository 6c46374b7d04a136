"""The ids of passages: short, safe in any text, all different; and how a reader sees them."""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import count

from core.answers.records import Citation, Passage
from core.prose.render import unmarked
from core.text.canonical import canonicalize, canonicalize_all
from core.text.punctuation import FORMAT_CHARACTERS

_SUFFIX = re.compile(r"(?<=[^.])\.[A-Za-z][A-Za-z0-9]{0,7}\Z")
_LONGEST_PART = 60
_LONGEST_STEM = 120

# Characters that are safe behind a quotation; a space only between two of them.
_SAFE = re.compile(r"\w(?:[\w.#/@+-]|[ ](?=[\w#@]))*(?<![\s./@+-])")
_UNSAFE_RUN = re.compile(r"[^\w.#@+-]+")
_LONGEST_LABEL = 80


def _safe(text: str) -> str:
    """Return `text` of letters, digits, `_`, `.` and `-` alone; "" where it has none."""
    kept = (
        char if char.isalnum() or char in "_." or unicodedata.category(char) in ("Mn", "Mc") else "-"
        for char in unicodedata.normalize("NFC", text)
    )
    return re.sub("-{2,}", "-", "".join(kept))[:_LONGEST_PART].strip("-.")


def _parts(path: str) -> list[str]:
    return [part for part in re.split(r"[/\\]", path) if part not in ("", ".", "..")]


def _without_suffix(path: str) -> tuple[str, ...]:
    *folders, _ = _parts(path) or [path]
    return (*folders, stem_of(path))


def stem_of(name: str) -> str:
    """Return the beginning of a source's ids: its file's name without folders and suffix, made safe."""
    parts = _parts(name)
    return _safe(_SUFFIX.sub("", parts[-1])) or "source" if parts else "source"


def _choices(path: str, *, keeps_suffix: bool) -> list[str]:
    """Return the possible beginnings of a file's ids: its name, then with one more folder each time."""
    *folders, name = _parts(path) or [path]
    chosen = [(_safe(name) if keeps_suffix else "") or stem_of(name)]
    for folder in filter(None, map(_safe, reversed(folders))):
        if len(chosen[-1]) + len(folder) < _LONGEST_STEM:
            chosen.append(f"{folder}-{chosen[-1]}")
    return chosen


def _numbered(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name}-{number}" for number in count(2))


def record_stems(paths: Sequence[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """Return for each path the beginning of its passages' ids: all different, none of `taken`, in any spelling.

    Files with the same name get as many folders as make them different, else a number; `taken` ids stay as they are.
    """
    paths = list(dict.fromkeys(paths))
    suffixes: dict[tuple[str, ...], set[str]] = {}
    for path in paths:
        suffixes.setdefault(_without_suffix(path), set()).add(path.rpartition(".")[2])
    choices = {path: _choices(path, keeps_suffix=len(suffixes[_without_suffix(path)]) > 1) for path in paths}
    used = {canonicalize(stem) for stem in taken}
    stems: dict[str, str] = {}
    for more in range(max(map(len, choices.values()), default=0)):
        waiting = {path: choices[path][: more + 1][-1] for path in paths if path not in stems}
        keys = dict(zip(waiting, canonicalize_all(list(waiting.values())), strict=True))
        counts = Counter(keys.values())
        free = {path: stem for path, stem in waiting.items() if counts[keys[path]] == 1 and keys[path] not in used}
        stems |= free
        used |= {keys[path] for path in free}
    numbered: dict[str, Iterator[str]] = {}
    for path in (path for path in paths if path not in stems):
        names = numbered.setdefault(canonicalize(choices[path][-1]), _numbered(choices[path][-1]))
        stems[path] = next(stem for stem in names if canonicalize(stem) not in used)
        used.add(canonicalize(stems[path]))
    return {path: stems[path] for path in paths}


def with_distinct_ids(passages: Sequence[Passage], taken: Collection[str], stem: str) -> tuple[Passage, ...]:
    """Return passages without ids of `taken`; `stem` and `#` are put before such an id.

    Record ids come from their files, and two files may both count from 1.
    """
    used = {passage.record_id for passage in passages} | set(taken)
    found: list[Passage] = []
    for passage in passages:
        if passage.record_id in taken:
            own = next(name for name in _numbered(f"{stem}#{passage.record_id}") if name not in used)
            used.add(own)
            found.append(passage.model_copy(update={"record_id": own}))
        else:
            found.append(passage)
    return tuple(found)


def _is_safe(label: str) -> bool:
    if len(label) > _LONGEST_LABEL or _SAFE.fullmatch(label) is None or not any(map(str.isalnum, label)):
        return False
    # Some letters look like marks, or are invisible.
    return unmarked(label) == label and not FORMAT_CHARACTERS.intersection(label)


def _own(wanted: str, taken: set[str]) -> str:
    """Return a free name: the wanted one, or that with the first free number after it."""
    name, number = wanted, 2
    while name in taken:
        name, number = f"{wanted}-{number}", number + 1
    taken.add(name)
    return name


def with_own_ids(citations: Sequence[Citation]) -> tuple[Citation, ...]:
    """Return the citations in their order, each with a record id that no other has.

    The first of several with the same id keeps it; one without an id gets its place.
    """
    given = {citation.record_id for citation in citations}
    taken: set[str] = set()
    named: list[Citation] = []
    for number, citation in enumerate(citations, start=1):
        own = citation.record_id
        if not own.strip() or own in taken:
            own = _own(own if own.strip() else f"record-{number}", taken | given)
        taken.add(own)
        named.append(citation if own == citation.record_id else citation.model_copy(update={"record_id": own}))
    return tuple(named)


def labels_of(record_ids: Sequence[str]) -> tuple[str, ...]:
    """Return the written form of each record id: the id itself, or its words joined by `_` if it holds marks, line ends
    or brackets, which a reader could misread. All are different."""
    labels: list[str] = []
    taken = {one for one in record_ids if _is_safe(one)}
    for number, record_id in enumerate(record_ids, start=1):
        if _is_safe(record_id):
            labels.append(record_id)
            continue
        written = unmarked(unicodedata.normalize("NFKC", record_id)[:_LONGEST_LABEL])
        plain = _UNSAFE_RUN.sub("_", written).strip("_.@+-#")
        labels.append(_own(plain if _is_safe(plain) else f"record-{number}", taken))
    return tuple(labels)
