"""Choose the corruptions of a line: in turn from every kind, spread over speakers, chapters and quotes."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

from core.evaluation.corruptions.corruption import Corruption, CorruptionClass, CorruptionMethod, CorruptionVariant
from core.evaluation.corruptions.corruption_material import CorruptionMaterial, CorruptionSource
from core.evaluation.corruptions.reorder import ARRANGEMENT
from core.evaluation.corruptions.reword import WORDING
from core.evaluation.corruptions.seeded_choice import SeededChoice
from core.evaluation.corruptions.typography import TYPOGRAPHY
from core.generation.line import Line
from core.whitelist.quote_key import quote_key, resolve_markup

CAP = 40  # cases of a class: enough for every kind, speaker and chapter, and a few seconds at most
KINDS = (*TYPOGRAPHY, *WORDING, *ARRANGEMENT)

T = TypeVar("T")


def _in_turn(groups: Iterable[Iterable[T]]) -> Iterator[T]:
    """Yield the first of each group, then the second of each, and so on."""
    left = [iter(group) for group in groups]
    while left:
        for group in tuple(left):
            try:
                yield next(group)
            except StopIteration:
                left.remove(group)


def _spread(sources: Iterable[CorruptionSource], draw: SeededChoice) -> list[CorruptionSource]:
    """Return the sources in a drawn order in which neighbours differ in speaker and chapter as long as they can."""
    groups: defaultdict[tuple[str, int], list[CorruptionSource]] = defaultdict(list)
    for source in draw.shuffled(sources):
        groups[source.quote.speaker.speaker_id, source.quote.chapter_indices[0]].append(source)
    return list(_in_turn(groups.values()))


def _is_what_its_class_says(kind: CorruptionMethod, variant: CorruptionVariant, source: CorruptionSource) -> bool:
    """Tell whether a variant keeps the key, as typography must, or else was never said.

    A corrupted sentence can be true by accident: a cut word may leave another word, the transcript may have the
    sentence without the dropped word elsewhere, two people may say the same. Such variants are no cases.
    """
    if kind.corruption_class is CorruptionClass.TYPOGRAPHY:
        same = quote_key(resolve_markup(variant.words)) == source.quote.quote_canonical
        return same and variant.words != source.slice
    said_by = source.material.said_by(variant.words)
    if variant.speaker is not None:
        return variant.speaker.speaker_id not in said_by
    return not said_by and quote_key(resolve_markup(variant.words)) not in ("", source.quote.quote_canonical)


def _corruption(kind: CorruptionMethod, variant: CorruptionVariant, source: CorruptionSource) -> Corruption:
    return Corruption(
        corruption_class=kind.corruption_class,
        kind=kind.name,
        words=variant.words,
        speaker=variant.speaker or source.quote.speaker,
        quote_id=source.quote.quote_id,
        original=source.slice,
        is_markup=kind.is_markup,
    )


def _of_source(kind: CorruptionMethod, source: CorruptionSource, seed: int) -> Iterator[Corruption]:
    draw = SeededChoice(seed, kind.corruption_class, kind.name, source.quote.quote_id)
    for variant in kind.vary(source, draw):
        if _is_what_its_class_says(kind, variant, source):
            yield _corruption(kind, variant, source)


def _of_kind(kind: CorruptionMethod, material: CorruptionMaterial, seed: int) -> Iterator[Corruption]:
    order = _spread(material.sources, SeededChoice(seed, kind.corruption_class, kind.name))
    return _in_turn([_of_source(kind, source, seed) for source in order])


def _once(found: Iterable[Corruption]) -> Iterator[Corruption]:
    seen: set[tuple[str, str]] = set()
    for corruption in found:
        same = corruption.words, corruption.speaker.speaker_id
        if same not in seen:
            seen.add(same)
            yield corruption


def select_corruptions(
    material: CorruptionMaterial, quote_id: str, corruption_class: CorruptionClass, *, seed: int = 0
) -> Iterator[Corruption]:
    """Yield one quote of the material corrupted in one class: its kinds in a drawn order and in turn, none twice.

    The same rules hold as for `corruptions`. Source: decisions.md#quote-key.
    """
    kinds = [kind for kind in KINDS if kind.corruption_class is corruption_class]
    order = SeededChoice(seed, corruption_class, quote_id).shuffled(kinds)
    sources = [source for source in material.sources if source.quote.quote_id == quote_id]
    yield from _once(_in_turn([_of_source(kind, source, seed) for source in sources for kind in order]))


def corruptions(line: Line, *, seed: int = 0, cap: int = CAP) -> tuple[Corruption, ...]:
    """Return the whitelisted quotes of a line, corrupted in every class, at most `cap` of each.

    The same line and seed give the same corruptions. Typography keeps the key of its quote; everything else changes the
    key and was said by nobody in one turn (with a wrong speaker: not by that one). Source: decisions.md#quote-key.
    """
    material = CorruptionMaterial(line)
    return tuple(
        corruption
        for corruption_class in CorruptionClass
        for corruption in islice(
            _once(
                _in_turn(
                    [_of_kind(kind, material, seed) for kind in KINDS if kind.corruption_class is corruption_class]
                )
            ),
            cap,
        )
    )
