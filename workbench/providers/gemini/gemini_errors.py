"""Errors of Gemini as messages for people: what happened, and what to do about it."""

from typing import Any, NamedTuple

from core.errors import (
    KeyRefused,
    ModelUnknown,
    NetworkTrouble,
    QuotaExceeded,
    RequestRefused,
    ServiceError,
    ServiceTrouble,
    TimedOut,
)
from workbench.providers.service_messages import in_one_line
from workbench.providers.transport.retry import retry_after_of

_RETRY_INFO = "google.rpc.RetryInfo"
_KEY_INVALID = "API_KEY_INVALID"
_SAYS_OF_KEYS = ("api key not valid", "api key expired", "api key not found")


class _ErrorMeaning(NamedTuple):
    """What an answer means: the error, what happened, and what to do."""

    kind: type[ServiceError]
    what: str
    remedy: str


_OF_KEY = _ErrorMeaning(
    KeyRefused,
    "Gemini does not accept the key, or not for this request ({code}).",
    "Copy it again from Google AI Studio, and see there what it may use.",
)
_LATE = _ErrorMeaning(TimedOut, "Gemini did not finish in time ({code}).", "Try again, or choose a faster model.")
_FAILED = _ErrorMeaning(ServiceTrouble, "Gemini failed ({code}).", "Try again in a while.")
_NO_LIST = _ErrorMeaning(ModelUnknown, "{host} has no list of models ({code}).", "Check the address.")
_BY_CODE = {
    401: _OF_KEY,
    403: _OF_KEY,
    404: _ErrorMeaning(
        ModelUnknown, "Gemini has no model {model} for this key ({code}).", "Choose one of those it lists."
    ),
    408: _LATE,
    429: _ErrorMeaning(
        QuotaExceeded,
        "Gemini accepts no more requests for now ({code}): too many requests, or the quota of this key is used up.",
        "Try again later, or check the quota in Google AI Studio.",
    ),
    499: _FAILED,
    504: _LATE,
}
_BY_HUNDREDS = {
    3: _ErrorMeaning(
        RequestRefused,
        "{host} points to another address ({code}), which is not followed: the key would go along.",
        "Check the address.",
    ),
    4: _ErrorMeaning(
        RequestRefused,
        "Gemini does not accept this request ({code}).",
        "Choose another model, or give it less to read.",
    ),
}


def _error_in(body: Any) -> dict[str, Any]:
    """Return the error that a body holds, {} where it is none of Gemini's."""
    held: Any = body[0] if isinstance(body, list) and len(body) == 1 else body  # type: ignore[arg-type] - any JSON
    error: Any = held.get("error") if isinstance(held, dict) else None  # type: ignore[arg-type]
    return error if isinstance(error, dict) else {}  # type: ignore[return-value]


def _details_of(error: dict[str, Any]) -> list[dict[str, Any]]:
    details: Any = error.get("details")
    return [one for one in details if isinstance(one, dict)] if isinstance(details, list) else []  # type: ignore[misc]


def _retry_after(headers: Any, error: dict[str, Any]) -> float | None:
    """Return the seconds that an answer asks to wait, by its header or else by its body."""
    asked = retry_after_of(headers.get("retry-after")) if headers is not None else None
    for detail in _details_of(error):
        if asked is None and str(detail.get("@type", "")).endswith(_RETRY_INFO):
            asked = retry_after_of(str(detail.get("retryDelay", "")).removesuffix("s"))
    return asked


def _is_of_key(error: dict[str, Any]) -> bool:
    """Tell whether a request was refused for its key: Gemini answers 400 then."""
    says = str(error.get("message", "")).casefold()
    reasons = (detail.get("reason") for detail in _details_of(error))
    return _KEY_INVALID in reasons or any(words in says for words in _SAYS_OF_KEYS)


def _meaning_of(code: int, error: dict[str, Any], model: str) -> _ErrorMeaning:
    if code == 400 and _is_of_key(error):
        return _OF_KEY
    if code == 404 and not model:
        return _NO_LIST
    return _BY_CODE.get(code) or _BY_HUNDREDS.get(code // 100, _FAILED)


def _of_answer(failure: Any, model: str, host: str) -> ServiceError:
    """Return what an APIError means."""
    error = _error_in(failure.details)
    code = int(failure.code or 0)
    meaning = _meaning_of(code, error, model)
    what = meaning.what.format(code=code, model=model, host=host)
    says = in_one_line(str(error.get("message") or ""))
    headers = getattr(failure.response, "headers", None)
    message = " ".join(part for part in (what, f"It says: “{says}”" if says else "", meaning.remedy) if part)
    return meaning.kind(message, retry_after=_retry_after(headers, error))


def _of_transport(error: Exception, host: str) -> ServiceError:
    """Return what a TransportError means."""
    import httpx2

    match error:
        case httpx2.ConnectTimeout() | httpx2.PoolTimeout():
            return TimedOut(f"{host} did not accept the connection in time. Check the network, then try again.")
        case httpx2.TimeoutException():
            return TimedOut("Gemini was silent for too long. Try again, or choose a faster model.")
        case httpx2.ProxyError():
            return NetworkTrouble(f"The proxy on the way to {host} refuses the connection. Check its settings.")
        case httpx2.ConnectError() if "CERTIFICATE" in str(error):
            remedy = "Check the date of this computer, and the network's own certificates."
            return NetworkTrouble(f"{host} shows a certificate that is not trusted. {remedy}")
        case httpx2.ConnectError():
            return NetworkTrouble(f"{host} cannot be reached. Check the network and the address.")
        case _:
            return NetworkTrouble(f"The connection to {host} broke. Check the network, then try again.")


def service_error_of(error: Exception, *, model: str, host: str) -> ServiceError:
    """Return what went wrong in a call to google-genai as an error of ours; `model` is "" where none was asked.

    What comes from outside is in its message only without keys, on one line and cut; web pages are not.
    """
    import httpx2
    from google.genai import errors

    if isinstance(error, ServiceError):
        return error
    if isinstance(error, errors.APIError):
        return _of_answer(error, model, host)
    if isinstance(error, httpx2.TransportError):
        return _of_transport(error, host)
    if isinstance(error, httpx2.InvalidURL):
        return RequestRefused(f"{host} is not a valid address. Correct it.")
    what = f"The reply from {host} does not have Gemini's form ({type(error).__name__})."
    return ServiceTrouble(f"{what} Try again; if it stays so, check the address.")
