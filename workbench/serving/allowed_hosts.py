"""The names that the app answers to, as browsers write them, and the web pages that may act on it under each."""

import ipaddress
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from core.errors import BadInput, Problem

Origins = Mapping[str, frozenset[str]]  # by host: what may stand in `Origin` beside it

_OWN_NAMES = ("127.0.0.1", "localhost", "[::1]")
_DEFAULT_PORTS = {"http": 80, "https": 443}
_WRITTEN = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(?P<port>[1-9][0-9]{0,4}))?", re.ASCII)
_LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?", re.ASCII)


def _browsers_name(name: str) -> str | None:
    """Return the name as a browser sends it, or None if it is neither a name nor an address."""
    try:
        if name.startswith("["):
            return f"[{ipaddress.IPv6Address(name[1:-1])}]"
        if name.rpartition(".")[2].isdecimal():  # browsers take it for an address then
            return str(ipaddress.IPv4Address(name))
    except ValueError:
        return None
    return name if len(name) <= 253 and all(map(_LABEL.fullmatch, name.split("."))) else None


def _parts(written: str) -> tuple[str, int | None]:
    found = _WRITTEN.fullmatch(written.lower())
    name = _browsers_name(found["name"]) if found else None
    port = int(found["port"]) if found and found["port"] else None
    if name is None or (port or 0) > 65_535:
        remedy = "Write a name as your browser's address bar shows it, such as talks.example or talks.example:8443."
        raise BadInput(Problem(place="--allow-host", message=f"{written!r} is not NAME or NAME:PORT.", remedy=remedy))
    return name, port


def _spellings(name: str, port: int | None, schemes: Iterable[str]) -> tuple[set[str], set[str]]:
    """Return the hosts and the origins of a name; browsers leave the default port of a scheme out."""
    written = name if port is None else f"{name}:{port}"
    bare = [scheme for scheme in schemes if _DEFAULT_PORTS[scheme] == port]
    hosts = {written, name} if bare else {written}
    return hosts, {f"{scheme}://{written}" for scheme in schemes} | {f"{scheme}://{name}" for scheme in bare}


def allowed_origins(port: int, allowed: Iterable[str] = ()) -> Origins:
    """Return the hosts that an app on `port` answers to, each with the origins that may act on it.

    `allowed` adds names, `NAME` or `NAME:PORT`. Raises BadInput if one is neither.
    """
    named = [(*_parts(written), ("http", "https")) for written in allowed]
    origins: defaultdict[str, set[str]] = defaultdict(set)
    for name, at, schemes in [*((name, port, ("http",)) for name in _OWN_NAMES), *named]:
        hosts, of_these = _spellings(name, at, schemes)
        for host in hosts:
            origins[host] |= of_these
    return {host: frozenset(of_these) for host, of_these in origins.items()}
