"""Keys of services: where one comes from, and what keeps it from being seen. They live in this process's memory only.

A service is the kind of its provider, or where a person names an address, that: scheme, host and port name it.
"""

import html
import itertools
import os
import re
from functools import lru_cache
from threading import Lock
from typing import NoReturn
from urllib.parse import urlsplit
from weakref import WeakSet

from core.errors import BadInput, KeyMissing, Problem
from workbench.providers.registry import PROVIDERS

TYPED = "typed"

_MASK = "[key]"
_LONGEST = 4_096
_WHOLE = re.compile(r"[!-~]+")  # what a header can carry
_SECRET_AT_LEAST = 8  # characters; a shorter one is a placeholder more often than a secret, and may be a part of words

_PORTS = {"http": 80, "https": 443}

_lock = Lock()


class SecretKey:
    """A key that shows nowhere but where it is asked for by name: `reveal` is called where a request is made, and its
    result is kept nowhere."""

    __slots__ = ("__weakref__", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        with _lock:
            _alive.add(self)

    def reveal(self) -> str:
        """Return the key itself."""
        return self._text

    def __repr__(self) -> str:
        return f"Secret({_MASK})"

    def __str__(self) -> str:
        return _MASK

    def __format__(self, format_spec: str) -> str:
        return _MASK

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        message = "a key is never written down"
        raise TypeError(message)


_alive: WeakSet[SecretKey] = WeakSet()  # also those that were forgotten and that a request under way still carries
_typed: dict[str, SecretKey] = {}
_named: dict[str, str] = {}  # the variable that a person named for a service


def _name_of(service: str) -> str:
    """Return what all addresses of one server have in common: scheme, host and port; another service's name as it
    stands."""
    try:
        parts = urlsplit(service.strip())
        if parts.scheme not in _PORTS or not parts.hostname:
            return service
        return f"{parts.scheme}://{parts.hostname}:{parts.port or _PORTS[parts.scheme]}"
    except ValueError:
        return service


def _usual_variables() -> dict[str, tuple[str, ...]]:
    """Return the variables of each service that has some."""
    return {_name_of(one.key_address or one.kind): one.key_variables for one in PROVIDERS.values() if one.key_variables}


def _variables_of(service: str) -> tuple[str, ...]:
    """Return the environment variables that a service's key may come from, the first one first."""
    with _lock:
        named = _named.get(_name_of(service))
    if named is not None:
        return (named,)
    return _usual_variables().get(_name_of(service), ())


def _variable_of(service: str) -> str:
    return next((name for name in _variables_of(service) if os.environ.get(name, "").strip()), "")


@lru_cache(maxsize=64)
def _ways_to_write(character: str) -> str:
    """Return a pattern for one character as it is, and as URLs, JSON, HTML and Python write it, also more than once.

    Every repetition is bounded: the text that is searched may be made to take long.
    """
    code = ord(character)
    ways = [
        re.escape(character),
        rf"%(?:25){{0,4}}(?i:{code:02x})",
        rf"u00(?i:{code:02x})",
        rf"x(?i:{code:02x})",
        rf"&(?:amp;){{0,4}}#0{{0,6}}{code};",
        rf"&(?:amp;){{0,4}}#[xX]0{{0,6}}(?i:{code:x});",
    ]
    if (escaped := html.escape(character)) != character:
        ways.append(f"&(?:amp;){{0,4}}{re.escape(escaped[1:])}")
    if character == "+":
        ways.append(" ")  # a form that was read as a form
    return rf"\\{{0,8}}(?:{'|'.join(ways)})"


def _pattern_of(key: str) -> str:
    written = "".join(_ways_to_write(character) for character in key)
    return written if len(key) >= _SECRET_AT_LEAST else rf"(?<![0-9A-Za-z]){written}(?![0-9A-Za-z])"


def hold(service: str, text: str) -> None:
    """Keep a key that a person typed for a service until it is forgotten or the program ends; the one before it goes.

    Raises BadInput, whose words never hold the key, for what no key is: nothing, spaces inside, other than ASCII.
    """
    key = text.strip()
    if not _WHOLE.fullmatch(key) or len(key) > _LONGEST:
        message = "this is no key: it is empty, too long, or holds spaces or letters that no key has."
        raise BadInput(Problem(place="key", message=message, remedy="Copy it again from the service's own page."))
    secret = SecretKey(key)
    with _lock:
        _typed[_name_of(service)] = secret


def forget(service: str) -> None:
    """Forget what was typed for a service; a key in the environment stays."""
    with _lock:
        _typed.pop(_name_of(service), None)


def use_variable(service: str, name: str) -> None:
    """Take a service's key from this environment variable and from no other; a typed key still goes before it.

    Raises BadInput where it is not set. Its words do not repeat the name: people type the key there by mistake.
    """
    if not os.environ.get(name, "").strip():
        message = "no environment variable of the name given is set."
        remedy = "Set it, or name another one; the key itself does not belong on the command line."
        raise BadInput(Problem(place="key variable", message=message, remedy=remedy))
    with _lock:
        _named[_name_of(service)] = name


def source_of(service: str) -> str:
    """Return where a service's key comes from: "typed", the name of an environment variable, or "" where there is
    none."""
    with _lock:
        is_typed = _name_of(service) in _typed
    return TYPED if is_typed else _variable_of(service)


def key_of(service: str) -> SecretKey | None:
    """Return the key of a service, None where there is none.

    A typed one comes first, then the environment: the variables of the provider's record, and where that has an address
    for them, for no other server. Raises KeyMissing where the environment holds what no key is.
    """
    with _lock:
        typed = _typed.get(_name_of(service))
    if typed is not None:
        return typed
    variable = _variable_of(service)
    if not variable:
        return None
    key = os.environ.get(variable, "").strip()
    if not _WHOLE.fullmatch(key) or len(key) > _LONGEST:
        message = f"What {variable} holds is no key: it has spaces or letters that no key has. Set it again."
        raise KeyMissing(message)
    return SecretKey(key)


def _known() -> list[str]:
    """Return every key that is known, the longest first: a short one may be a part of it."""
    with _lock:
        known = {secret.reveal() for secret in _alive}
        names = {*_named.values(), *itertools.chain.from_iterable(_usual_variables().values())}
    known |= {os.environ.get(name, "").strip() for name in names}
    return sorted(known - {""}, key=len, reverse=True)


def holds_key(text: str) -> bool:
    """Tell whether a known key stands in a text, however it is written there; one of fewer than eight characters may be
    a word, and does not count."""
    return any(re.search(_pattern_of(key), text) for key in _known() if len(key) >= _SECRET_AT_LEAST)


def scrub(text: str) -> str:
    """Return a text from outside with every known key taken out, however it is written there.

    Known are typed keys, those in the environment, and those that a request under way carries. One of fewer than eight
    characters is taken out where it stands alone.
    """
    for key in _known():
        text = re.sub(_pattern_of(key), _MASK, text)
    return text
