"""What is said of a citation that does not hold: the number, sources and ids, nothing else of the narrative."""

from core.numbers.citations.lead_ins import CitationLeadIn

_AND_ID = ", and give the query id"
_LONGEST = 60  # characters of a number, a source or an id
_MOST_WORDS = 4  # of a name that no colon ends: more may be the narrative's own


def shorten(text: str) -> str:
    """Return a name on one line, at most 60 characters long."""
    line = " ".join(text[: 2 * _LONGEST].split())
    return line if len(line) <= _LONGEST and len(text) <= 2 * _LONGEST else f"{line[: _LONGEST - 1].rstrip()}…"


def _such_as(prefix: str) -> str:
    return f", such as “{shorten(prefix)}”" if prefix else ""


def say_uncited(number: str, example: str, query_id: str, *, needs_id: bool) -> str:
    """Say that a number has no source; with an id of its own, what that lacks."""
    if query_id:
        return (
            f"“{shorten(number)}” has the query id “{shorten(query_id)}” but no source. "
            f"Begin its sentence with an allowed prefix{_such_as(example)}."
        )
    add = _AND_ID if needs_id else ""
    return f"“{shorten(number)}” has no source. Begin its sentence with an allowed prefix{_such_as(example)}{add}."


def say_missing_id(number: str, prefix: str, wrong: str) -> str:
    """Say that a query id is missing after an allowed prefix, or has the wrong form."""
    if wrong:
        return (
            f"“{shorten(number)}” is cited with “{shorten(prefix)}”, but the form of its query id, "
            f"“{shorten(wrong)}”, is wrong. Write an id in a form that the rules know."
        )
    return (
        f"“{shorten(number)}” is cited with “{shorten(prefix)}” but has no query id. "
        "Write the id of the query that it comes from after it."
    )


def say_placeholder(number: str, prefix: str, placeholder: str) -> str:
    """Say that a word only holds the place of the id."""
    return (
        f"“{shorten(number)}” is cited with “{shorten(prefix)}”, but “{shorten(placeholder)}” is a placeholder, "
        "not the id of a query. Write the id of the query that it comes from in its place."
    )


def _as_cited(lead_in: CitationLeadIn) -> str:
    """Return a lead-in as it is written, as far as that surely names a source."""
    words = lead_in.name.split()
    if lead_in.colon or len(words) <= _MOST_WORDS:
        return shorten(" ".join(filter(None, (lead_in.words, lead_in.name))) + ":" * lead_in.colon)
    return shorten(" ".join(filter(None, (lead_in.words, *words[:_MOST_WORDS])))) + " …"


def say_lead_in(number: str, lead_in: CitationLeadIn, right: str, *, has_id: bool, needs_id: bool) -> str:
    """Say that words which name a source are no allowed prefix; `right` is one that would do."""
    begin = f"“{shorten(number)}” is cited with “{_as_cited(lead_in)}”"
    add = _AND_ID if needs_id and not has_id else ""
    if lead_in.prefix:
        return f"{begin}, which is not how its source is cited. Write “{shorten(right)}” instead{add}."
    if has_id or lead_in.has_form_of_prefix:
        return f"{begin}, a source that the rules do not know. Cite a source that they know{_such_as(right)}."
    return f"{begin}, which is no citation. Begin the sentence with an allowed prefix{_such_as(right)}{add}."


def say_no_source(number: str, prefix: str) -> str:
    """Say that no result comes from the source of the prefix."""
    return (
        f"“{shorten(number)}” is cited with “{shorten(prefix)}”, but no result comes from that source. "
        "Cite the source of a result that has the number."
    )


def say_no_id(number: str, query_id: str) -> str:
    """Say that no result has the id."""
    return (
        f"“{shorten(number)}” is cited with the query id “{shorten(query_id)}”, which no result has. "
        "Correct the id, or give the results of that query."
    )


def say_other_source(number: str, query_id: str, prefix: str, source: str) -> str:
    """Say that the id's result comes from another source than the prefix names."""
    return (
        f"“{shorten(number)}” is cited with “{shorten(prefix)}”, but the query id “{shorten(query_id)}” belongs to "
        f"“{shorten(source)}”. Use the prefix of that source, or an id of this one."
    )
