"""The rules as a person edits them: two texts, what is wrong with them, and the last ones that were in order."""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import TypeVar

from core.errors import BadInput, Problem
from core.numbers.rules import CitationRules, VerificationRules
from core.numbers.rules_file import read_citation_rules, read_verification_rules
from core.numbers.rules_text import format_citation_rules, format_verification_rules
from core.record import Record

CITATION, VERIFICATION = "citation.yml", "verification.yml"

_Rules = TypeVar("_Rules", bound=Record)


class EditedRules(Record):
    """The texts as they were typed last, and the rules in force: those of the last texts that were in order.

    `problems` are what is wrong with the typed texts; while there are any, the rules in force are earlier ones.
    `in_force` are the texts of the rules in force, by the name of their file.
    """

    typed: dict[str, str]
    in_force: dict[str, str]
    citation: CitationRules
    verification: VerificationRules
    problems: tuple[Problem, ...] = ()


@cache
def default_rules() -> EditedRules:
    """Return the rules as the program comes with them."""
    citation, verification = CitationRules(), VerificationRules()
    texts = {CITATION: format_citation_rules(citation), VERIFICATION: format_verification_rules(verification)}
    return EditedRules(typed=texts, in_force=texts, citation=citation, verification=verification)


def _read(read: Callable[[str, str], _Rules], name: str, text: str) -> tuple[_Rules | None, tuple[Problem, ...]]:
    try:
        return read(text if text.strip() else "{}", name), ()  # what is missing is the default
    except BadInput as error:
        return None, error.problems


def apply(ruling: EditedRules, typed: dict[str, str]) -> EditedRules:
    """Return what becomes of the rules when these texts are applied: both in force, or none and every problem."""
    citation, wrong = _read(read_citation_rules, CITATION, typed[CITATION])
    verification, also_wrong = _read(read_verification_rules, VERIFICATION, typed[VERIFICATION])
    if citation is None or verification is None:
        return ruling.model_copy(update={"typed": typed, "problems": (*wrong, *also_wrong)})
    return EditedRules(typed=typed, in_force=typed, citation=citation, verification=verification)


@lru_cache(maxsize=32)
def stored_rules(citation: str, verification: str) -> EditedRules:
    """Return the rules that a session keeps, "" for the defaults, which are in force where those are not in order."""
    if not citation and not verification:
        return default_rules()
    default = default_rules()
    texts = {CITATION: citation, VERIFICATION: verification}
    return apply(default, {name: text or default.typed[name] for name, text in texts.items()})


def as_stored(name: str, typed: Mapping[str, str]) -> str:
    """Return a typed text as a session keeps it: "" where it is the default."""
    text = typed[name]
    return "" if text == default_rules().typed[name] else text
