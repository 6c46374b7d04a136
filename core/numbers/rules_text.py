"""Rules for numbers written as YAML, with comments, for a person to edit."""

from collections.abc import Iterable, Iterator
from decimal import Decimal

from core.numbers.rules import CitationRules, Tolerance, VerificationRules


def _text(text: str) -> str:
    """Return a text as a YAML scalar that is read back as these characters."""
    if text.isprintable():
        return "'" + text.replace("'", "''") + "'"
    import yaml

    dumped: str = yaml.safe_dump(text, default_style='"', allow_unicode=False, width=10_000_000)
    return dumped.rstrip("\n")


def _number(number: Decimal) -> str:
    """Return a number, as text where YAML's own numbers would lose digits."""
    plain = f"{number:f}"
    return plain if Decimal(repr(float(plain))) == number else f"'{plain}'"


def _flag(*, on: bool) -> str:
    return "true" if on else "false"


def _list(field: str, items: Iterable[str], indent: str = "") -> Iterator[str]:
    lines = [f"{indent}  - {_text(item)}" for item in items]
    yield f"{indent}{field}:" if lines else f"{indent}{field}: []"
    yield from lines


def _mapping(rules: CitationRules) -> Iterator[str]:
    yield "source_mapping:" if rules.source_mapping else "source_mapping: {}"
    for prefix, names in rules.source_mapping.items():
        yield f"  {_text(prefix)}:"
        yield from (f"    - {_text(name)}" for name in names)


def _citation_lines(rules: CitationRules) -> Iterator[str]:
    yield "# Allowed citation source prefixes; case and white space make no difference"
    yield from _list("allowed_prefixes", rules.allowed_prefixes)
    yield from ("", "# Whether query ids are required in citations")
    yield f"require_query_id: {_flag(on=rules.require_query_id)}"
    yield from (
        "",
        "# Query id patterns (regular expressions for RE2; (?i) at the beginning for any case; a group is the id)",
    )
    yield from _list("query_id_patterns", rules.query_id_patterns)
    yield from ("", "# Ignore years in citation checks")
    yield f"ignore_years: {_flag(on=rules.ignore_years)}"
    yield from ("", "# Ignore numbers below this threshold, as they are written; fractions and ratios never are")
    yield f"ignore_numbers_below: {_number(rules.ignore_numbers_below)}"
    yield from ("", "# Tokens to ignore (not considered numeric claims), with the number that belongs to them")
    yield from _list("ignore_tokens", rules.ignore_tokens)
    yield from ("", "# Source mapping for validation: the data sources of the results that each prefix stands for")
    yield from _mapping(rules)
    yield from ("", "# Which mark stands before the decimals: point (1,234.5) or comma (1.234,5)")
    yield f"decimal_style: {rules.decimal_style.value}"
    yield from ("", '# Whether number words are claims, too ("twelve percent", "two thirds")')
    yield f"number_words: {_flag(on=rules.number_words)}"
    yield from ("", "# Whether a citation in the line that introduces a list or table covers its items")
    yield f"cite_lists: {_flag(on=rules.cite_lists)}"
    yield from ("", "# Whether a citation covers the sentences after it in its paragraph, up to the next one")
    yield f"cite_paragraphs: {_flag(on=rules.cite_paragraphs)}"


def _tolerance_lines(tolerance: Tolerance) -> Iterator[str]:
    given = tolerance.model_dump(exclude_defaults=True)
    fields = [f"{field}: {_text(one) if isinstance(one, str) else _number(one)}" for field, one in given.items()]
    yield f"    - {{{', '.join(fields)}}}"


def _verification_lines(rules: VerificationRules) -> Iterator[str]:
    checks, sanity, privacy = rules.cross_checks, rules.sanity, rules.privacy
    yield "# Enable/disable citation enforcement"
    yield f"citation_enforcement_enabled: {_flag(on=rules.citation_enforcement_enabled)}"
    yield from ("", "# Each number against the value of the result it cites", "cross_checks:")
    yield f"  enabled: {_flag(on=checks.enabled)}"
    yield "  # How far a number may be from its result beyond its rounding; the first entry that applies counts,"
    yield "  # for example {unit: percent, absolute: 0.1} or {query_id: lmis_ret_001, relative: 0.01}"
    yield "  tolerances:" if checks.tolerances else "  tolerances: []"
    for tolerance in checks.tolerances:
        yield from _tolerance_lines(tolerance)
    yield '  # The share of the value by which a number that says "about" may differ'
    yield f"  about: {_number(checks.about)}"
    yield from ("", "# What numbers may say at all", "sanity:")
    yield f"  enabled: {_flag(on=sanity.enabled)}"
    yield "  # Bounds of shares, in percent"
    yield f"  percent_min: {_number(sanity.percent_min)}"
    yield f"  percent_max: {_number(sanity.percent_max)}"
    yield "  # By how many percentage points parts may miss 100"
    yield f"  sum_tolerance: {_number(sanity.sum_tolerance)}"
    yield from ("", "# Personal data, which is redacted in the text and in every message", "privacy:")
    yield f"  enabled: {_flag(on=privacy.enabled)}"
    yield from _list("kinds", (kind.value for kind in privacy.kinds), "  ")
    yield "  # Names of persons, whole words in any case"
    yield from _list("names", privacy.names, "  ")
    yield "  # Regions whose telephone numbers are known without a country code (ISO 3166 codes)"
    yield from _list("phone_regions", privacy.phone_regions, "  ")


def format_verification_rules(rules: VerificationRules) -> str:
    """Return verification rules as commented YAML; `read_verification_rules` reads them back equal."""
    return "\n".join(_verification_lines(rules)) + "\n"


def format_citation_rules(rules: CitationRules) -> str:
    """Return citation rules as commented YAML, in the order of seed 3; `read_citation_rules` reads them back equal."""
    return "\n".join(_citation_lines(rules)) + "\n"
