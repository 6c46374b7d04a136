"""A certificate read from its file, with everything that is wrong with it."""

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from core.editions.certificate import Certificate
from core.errors import EditionError, Problem
from core.text.documents import read_object

_REMEDY = "Use the certificate.json that was written with the edition, as it was written."
# More problems than this only say that the file is something else.
_PROBLEMS = 20


def _field(path: tuple[int | str, ...]) -> str:
    """Return the place of a field: `quotes[3].raw_span[0]`."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")


def _problem(error: Mapping[str, Any], name: str) -> Problem:
    says = {"missing": "is missing.", "extra_forbidden": "there is no such field."}
    message = str(error["msg"]).replace("Input should be", "must be") + "."
    place = ": ".join(part for part in (name, _field(error["loc"])) if part)
    return Problem(place=place, message=says.get(error["type"], message), remedy=_REMEDY)


def _refusal(problems: list[Problem], name: str) -> EditionError:
    """Return all problems, those after the first few in one sentence."""
    more = len(problems) - _PROBLEMS
    if more > 1:
        rest = Problem(place=name, message=f"has {more} more such problems.", remedy=_REMEDY)
        problems = [*problems[:_PROBLEMS], rest]
    return EditionError(*problems)


def read_certificate(data: bytes | str, name: str = "") -> Certificate:
    """Read a certificate from JSON; `name` is the file's name, for messages.

    Raises EditionError with every field that is missing, unknown or wrong.
    """
    given = read_object(data, name, what="certificate", error=EditionError)
    try:
        # As JSON, because only there does pydantic's strict mode read an enum's value and a list as a tuple.
        certificate = Certificate.model_validate_json(json.dumps(given, default=str), strict=True)
    except ValidationError as error:
        raise _refusal([_problem(one, name) for one in error.errors()], name) from error
    counts = Counter(quote.quote_id for quote in certificate.quotes)
    twice = [
        Problem(
            place=": ".join(part for part in (name, f"quotes[{number}].quote_id") if part),
            message=f'"{quote.quote_id}" names more than one quote.',
            remedy=_REMEDY,
        )
        for number, quote in enumerate(certificate.quotes)
        if counts[quote.quote_id] > 1
    ]
    if twice:
        raise _refusal(twice, name)
    return certificate
