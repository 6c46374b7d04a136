"""What a person may decide about numbers and their citations. Everything has a default."""

from decimal import Decimal
from enum import StrEnum

from core.record import Record

DEFAULT_PREFIXES = ("Per LMIS:", "According to GCC-STAT:", "According to World Bank:")
DEFAULT_ID_PATTERNS = (r"\bQID[:=]\s*[A-Za-z0-9_-]{7,}\b", r"\bquery_id\s*=\s*[A-Za-z0-9_-]{7,}\b")
DEFAULT_MAPPING = {
    "Per LMIS:": ("LMIS", "lmis"),
    "According to GCC-STAT:": ("GCC-STAT", "gcc_stat"),
    "According to World Bank:": ("WorldBank", "world_bank", "WB"),
}
DEFAULT_TOKENS = ("ISO-3166", "NOC", "PO Box", "RFC", "ID")


class DecimalStyle(StrEnum):
    """Which mark stands before the decimals: `1,234.5` or `1.234,5`."""

    POINT = "point"
    COMMA = "comma"


class CitationRules(Record):
    """Which numbers need a citation, and what a citation is. Seed 3's fields come first. Source: decisions.md#seed-3.

    Prefixes are compared without regard to case and white space. `query_id_patterns` are regular expressions for RE2.
    `ignore_numbers_below` is compared with a number's magnitude as it is written, without sign and unit; shares written
    as fractions or ratios are never small. `source_mapping` gives each prefix the data sources it stands for. With
    `number_words` "twelve percent" is a number too; with `cite_lists` a citation in the line that introduces a list or
    table covers its items, with `cite_paragraphs` a citation covers the sentences after it in its paragraph, up to the
    next one.
    """

    allowed_prefixes: tuple[str, ...] = DEFAULT_PREFIXES
    require_query_id: bool = True
    query_id_patterns: tuple[str, ...] = DEFAULT_ID_PATTERNS
    ignore_years: bool = True
    ignore_numbers_below: Decimal = Decimal(1)
    ignore_tokens: tuple[str, ...] = DEFAULT_TOKENS
    source_mapping: dict[str, tuple[str, ...]] = DEFAULT_MAPPING
    decimal_style: DecimalStyle = DecimalStyle.POINT
    number_words: bool = True
    cite_lists: bool = False
    cite_paragraphs: bool = False


class Tolerance(Record):
    """How far a number may be from its result where this applies; empty fields apply to everything.

    `relative` is a share of the result's value (0.01 is one percent), `absolute` is in the result's unit; the greater
    of the two counts, on top of the rounding that the number itself is written with.
    """

    query_id: str = ""
    data_source: str = ""
    metric: str = ""
    unit: str = ""
    relative: Decimal = Decimal(0)
    absolute: Decimal = Decimal(0)


class CrossCheckRules(Record):
    """The check of numbers against their results; the first of `tolerances` that applies counts.

    `about` is the share of the value by which a number that says "about" may differ.
    """

    enabled: bool = True
    tolerances: tuple[Tolerance, ...] = ()
    about: Decimal = Decimal("0.05")


class SanityRules(Record):
    """What numbers may say at all: bounds of shares in percent, and how far parts may miss 100 (percentage points)."""

    enabled: bool = True
    percent_min: Decimal = Decimal(0)
    percent_max: Decimal = Decimal(100)
    sum_tolerance: Decimal = Decimal(1)


class PersonalData(StrEnum):
    """Kinds of personal data that are redacted."""

    EMAIL = "email"
    PHONE = "phone"
    NATIONAL_ID = "national_id"
    CARD = "card"
    IBAN = "iban"
    NAME = "name"


class PrivacyRules(Record):
    """What is redacted: the kinds, the names by list (whole words, any case), the regions whose telephone numbers are
    known without a country code (ISO 3166 codes).
    """

    enabled: bool = True
    kinds: tuple[PersonalData, ...] = tuple(PersonalData)
    names: tuple[str, ...] = ()
    phone_regions: tuple[str, ...] = ("US", "GB")


class VerificationRules(Record):
    """Which layers run and how strictly. Source: decisions.md#seed-3."""

    citation_enforcement_enabled: bool = True
    cross_checks: CrossCheckRules = CrossCheckRules()
    sanity: SanityRules = SanityRules()
    privacy: PrivacyRules = PrivacyRules()
