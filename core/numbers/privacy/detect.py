"""Find personal data in a text, and redact it."""

from collections.abc import Iterable, Iterator, Sequence

from core.numbers.privacy.accounts import find_cards, find_ibans
from core.numbers.privacy.emails import find_emails
from core.numbers.privacy.national_ids import find_national_ids
from core.numbers.privacy.normalise import NormalisedText, dense_digit_spans, normalise_for_privacy
from core.numbers.privacy.person_names import find_names
from core.numbers.privacy.personal_spans import PersonalDataSpan, merge, overwrite
from core.numbers.privacy.phones import find_phones
from core.numbers.rules import PersonalData, PrivacyRules
from core.span import Span

_DEFAULTS = PrivacyRules()
_BETWEEN_TEXTS = "\0"  # ends every stretch, and separates words on both sides


def _numbers(normalised: NormalisedText, rules: PrivacyRules) -> Iterator[tuple[PersonalData, Iterable[Span]]]:
    """Yield the kinds that consist of digits with their spans in the normalised text."""
    text = normalised.apart
    stretches = dense_digit_spans(text)
    if not stretches:
        return
    yield PersonalData.PHONE, find_phones(text, rules.phone_regions)
    yield PersonalData.NATIONAL_ID, find_national_ids(text, stretches)
    yield PersonalData.CARD, find_cards(text)
    yield PersonalData.IBAN, find_ibans(text, stretches)


def _once(text: str, rules: PrivacyRules) -> Iterator[PersonalDataSpan]:
    normalised = normalise_for_privacy(text)
    if PersonalData.EMAIL in rules.kinds:
        for span in find_emails(normalised.text):
            yield PersonalDataSpan(normalised.original(*span), PersonalData.EMAIL)
    if PersonalData.NAME in rules.kinds and rules.names:
        for span in find_names(text, rules.names):
            yield PersonalDataSpan(span, PersonalData.NAME)
    for kind, spans in _numbers(normalised, rules):
        if kind in rules.kinds:
            for span in spans:
                yield PersonalDataSpan(normalised.original(*span), kind)


def _covered(text: str, stretches: Iterable[PersonalDataSpan]) -> str:
    """Return `text` with each stretch replaced by brackets of its own length, like its later mark."""
    pieces: list[str] = []
    done = 0
    for (start, end), _ in stretches:
        pieces += (text[done:start], "[" * (end - start - 1), "]")
        done = end
    return "".join((*pieces, text[done:]))


def find_personal_data(text: str, rules: PrivacyRules = _DEFAULTS) -> tuple[PersonalDataSpan, ...]:
    """Return the personal data in a text, in order and without overlaps; of two that overlap, the longer one's kind.

    Spans in code points, half-open. What is found is covered and the rest is searched again until nothing is left, so
    that a redacted text has no personal data. Source: decisions.md#seed-3.
    """
    if not rules.enabled:
        return ()
    found: list[PersonalDataSpan] = []
    while new := merge(_once(text, rules)):
        found += new
        text = _covered(text, new)
    return tuple(sorted(found, key=lambda one: one.span))


def redact(text: str, rules: PrivacyRules = _DEFAULTS) -> str:
    """Return a text with all personal data replaced: `[email]`, `[phone]`, `[name]` and so on."""
    return overwrite(text, find_personal_data(text, rules))


def redact_all(texts: Sequence[str], rules: PrivacyRules = _DEFAULTS) -> list[str]:
    """Return each text redacted; one pass over all of them costs a fraction of a pass each."""
    if not texts or not rules.enabled:
        return list(texts)
    together = _BETWEEN_TEXTS.join(text.replace(_BETWEEN_TEXTS, "\ufffd") for text in texts)
    return redact(together, rules).split(_BETWEEN_TEXTS)
