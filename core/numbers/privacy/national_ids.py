"""Find national ids: those with an unmistakable form, or with a word nearby that names them."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import import_module
from typing import NamedTuple

from core.span import Span


class _Form(NamedTuple):
    """One country's number: its pattern, its validator in stdnum, and the words that must be near."""

    pattern: str
    validator: str = ""
    words: str = ""


_NINO = r"(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d\d ?\d\d ?\d\d ?[A-D]"
_FORMS = (
    _Form(r"\d{3}-\d\d-\d{4}", "us.ssn"),
    _Form(r"9\d\d-\d\d-\d{4}", "us.itin"),
    _Form(r"\d{3}[ -]?\d\d[ -]?\d{4}", words="ssn|social security"),
    _Form(_NINO),
    _Form(rf"(?i:{_NINO})", words="nino|national insurance"),
    _Form(r"\d{3}[ -]?\d{3}[ -]?\d{4}", "gb.nhs", "nhs"),
    _Form(r"[12] ?\d\d ?\d\d ?\d[\dAB] ?\d{3} ?\d{3} ?\d\d", "fr.nir"),
    _Form(r"\d\d ?\d{3} ?\d{3} ?\d{3}", "de.idnr", "steuer-id|steuerid|steueridentifikationsnummer|idnr|tin|tax id"),
    _Form(r"\d{8}-?[A-Z]", "es.dni"),
    _Form(r"[XYZ]-?\d{7}-?[A-Z]", "es.nie"),
    _Form(r"(?i:[A-Z]{6}[\dL-NP-V]{2}[A-EHLMPRST][\dL-NP-V]{2}[A-Z][\dL-NP-V]{3}[A-Z])", "it.codicefiscale"),
    _Form(r"\d{3,4}[. ]?\d\d[. ]?\d{3}|\d{9}", "nl.bsn", "bsn|burgerservicenummer|sofinummer"),
    _Form(r"756[. ]\d{4}[. ]\d{4}[. ]\d\d", "ch.ssn"),
    _Form(r"756\d{10}", "ch.ssn", "ahv|avs|oasi"),
    _Form(r"\d{11}", "pl.pesel", "pesel"),
    _Form(r"\d{4}[ -]?\d{4}[ -]?\d{4}", "in_.aadhaar", "aadhaar|aadhar|uidai"),
    _Form(r"[A-Z]{5}\d{4}[A-Z]", "in_.pan"),
    _Form(r"\d{3}\.\d{3}\.\d{3}-\d\d", "br.cpf"),
    _Form(r"\d{11}", "br.cpf", "cpf"),
    _Form(r"\d\d?\.\d{3}\.\d{3}-[\dKk]", "cl.rut"),
    _Form(r"(?:\d\d)?\d{6}[-+]\d{4}", "se.personnummer"),
    _Form(r"\d{6}[-+A]\d{3}[0-9A-Y]", "fi.hetu"),
    _Form(r"\d{6}-?\d{4}", "dk.cpr", "cpr"),
    _Form(r"\d{6} ?\d{5}", "no.fodselsnummer", "fødselsnummer|personnummer"),
    _Form(r"\d\d\.\d\d\.\d\d-\d{3}\.\d\d", "be.nn"),
    _Form(r"\d{7}[A-W][A-IW]?", "ie.pps", "pps|ppsn"),
    _Form(r"\d{11}", "tr.tckimlik", "kimlik|tckn"),
    _Form(r"\d{6}-[1-8]\d{6}", "kr.rrn"),
    _Form(r"\d{17}[\dX]", "cn.ric"),
    _Form(r"[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z\d]\d", "mx.curp"),
    _Form(r"\d{6} ?\d{4} ?\d{3}", "za.idnr", "south african id|sa id|rsa id"),
    _Form(r"\d{3}[ -]?\d{3}[ -]?\d{3}", "ca.sin", "sin|social insurance"),
    _Form(r"\d{3} ?\d{3} ?\d{3}", "au.tfn", "tfn|tax file"),
)
# Numbers of any form, directly after words that name them.
_NAMED = re.compile(
    r"(?<!\w)(?i:passport|(?:national|emirates|civil|qatari?|saudi|personal) (?:id|identity|identification)|"
    r"identity card|id card|driv(?:er'?s|er’s|ing) licen[cs]e|tax(?:payer)? (?:id|identification)|"
    r"social security|national insurance)"
    r"(?i:(?: card)?(?: (?:no\b\.?|number|nr\b\.?|#),?)?(?: is| was)?)[ :=#]*(?<=[ :=#])"
    r"([A-Z\d]{2,20}(?:[ -](?=[A-Z]{0,2}\d)[A-Z\d]{1,20}){0,6})(?![^\W_]|[,.']\d)"
)
_LEAST_DIGITS = 6
_THOUSANDS = re.compile(r"\d{1,3}(?: \d{3})+")
_QUERY_ID_BEFORE = re.compile(r"(?<!\w)(?:qid|query_id)[ :=]*\Z", re.IGNORECASE)
_NEAR = 40
_WORD = re.compile(r"[^\W\d_]+")


class _CompiledForm(NamedTuple):
    """A form's pattern, its validator, and the words before or after it, if it needs them."""

    pattern: re.Pattern[str]
    validator: str
    before: re.Pattern[str] | None
    after: re.Pattern[str] | None


def _whole(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W_])(?<!\w[-.])(?:{pattern})(?![^\W_]|[-.]\w)")


def _compile(form: _Form) -> _CompiledForm:
    """Compile a form.

    Between a word and its number nothing may stand that could itself be redacted; else a second search in the redacted
    text would find more.
    """
    if not form.words:
        return _CompiledForm(_whole(form.pattern), form.validator, None, None)
    before = re.compile(rf"(?<!\w)(?:{form.words})(?!\w)[^\d@\[\]\0]*\Z", re.IGNORECASE)
    return _CompiledForm(_whole(form.pattern), form.validator, before, re.compile(rf" ?\((?:{form.words})(?!\w)", re.I))


class _Forms(NamedTuple):
    """All forms; `unmistakable` ones are tried only where `any_form` matches, because hardly any stretch holds one."""

    unmistakable: list[_CompiledForm]
    any_form: re.Pattern[str]
    with_words: list[tuple[frozenset[str], _CompiledForm]]


@lru_cache(maxsize=1)
def _forms() -> _Forms:
    alone = [form for form in _FORMS if not form.words]
    named = [form for form in _FORMS if form.words]
    firsts = [frozenset(_WORD.findall(" ".join(re.findall(r"(?:^|\|)(\w+)", form.words)))) for form in named]
    return _Forms(
        [_compile(form) for form in alone],
        _whole("|".join(form.pattern for form in alone)),
        list(zip(firsts, map(_compile, named), strict=True)),
    )


def _possible(text: str, span: Span) -> list[_CompiledForm]:
    """Return the forms that a stretch may hold."""
    forms = _forms()
    words = set(_WORD.findall(span.slice(text).lower()))
    found = [form for firsts, form in forms.with_words if not firsts.isdisjoint(words)]
    return found + forms.unmistakable if forms.any_form.search(text, *span) else found


def _is_valid(candidate: str, validator: str) -> bool:
    if not validator:
        return True
    return bool(import_module(f"stdnum.{validator}").is_valid(candidate))


def _is_identifier(text: str, span: Span) -> bool:
    """Tell whether a stretch without any separator is a query id, or a part of another identifier."""
    if not span.slice(text).isalnum():
        return False
    before = text[max(0, span.start - 12) : span.start]
    return "_" in (before[-1:], text[span.end : span.end + 1]) or _QUERY_ID_BEFORE.search(before) is not None


def _named(text: str, stretch: Span) -> Iterator[Span]:
    for found in _NAMED.finditer(text, *stretch):
        number = found[1]
        if sum(map(str.isdigit, number)) >= _LEAST_DIGITS and not _THOUSANDS.fullmatch(number):
            yield Span(*found.span(1))


def _is_near(form: _CompiledForm, text: str, span: Span) -> bool:
    """Tell whether the words that a form needs stand near a number, if it needs any."""
    if form.before is None or form.after is None:
        return True
    before = form.before.search(text, max(0, span.start - _NEAR), span.start)
    return before is not None or form.after.match(text, span.end) is not None


def find_national_ids(text: str, stretches: Iterable[Span]) -> Iterator[Span]:
    """Yield the national ids in some stretches of a normalised text; spans in code points, half-open, not in order."""
    for stretch in stretches:
        yield from _named(text, stretch)
        for form in _possible(text, stretch):
            for found in form.pattern.finditer(text, *stretch):
                span = Span(*found.span())
                if (
                    _is_near(form, text, span)
                    and not _is_identifier(text, span)
                    and _is_valid(found.group(), form.validator)
                ):
                    yield span
