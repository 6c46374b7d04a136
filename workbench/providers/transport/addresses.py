"""Where a service is: which addresses are taken, and which of them are this machine."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from core.errors import BadInput, Problem

_OWN_NETWORK = (".localhost", ".local", ".internal", ".home.arpa")  # names that no public server can have
_REMEDY = "Write it like https://example.org/v1, with nothing after the path."


def _host_of(base_url: str) -> str:
    """Return the host of an address, "" where it has none that can be read."""
    try:
        return (urlsplit(base_url).hostname or "").rstrip(".")
    except ValueError:
        return ""


def is_loopback(base_url: str) -> bool:
    """Tell whether an address is this machine, which is never reached through a proxy.

    So are 0.0.0.0 and [::]: a server that listens there says so, and people type what it says.
    """
    host = _host_of(base_url)
    try:
        address = ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    return address.is_loopback or address.is_unspecified


def is_in_own_network(base_url: str) -> bool:
    """Tell whether an address is this machine or one of the own network, as far as the address itself says that."""
    host = _host_of(base_url)
    try:
        return ip_address(host).is_private or is_loopback(base_url)
    except ValueError:
        # A number without dots may stand for any address.
        return host[:1].isalpha() and ("." not in host or host.endswith(_OWN_NETWORK))


def check_base_url(text: str) -> str:
    """Return a service's address without white space around it or a slash at its end.

    It is http or https, names a host, and has no user, query or fragment: those may hold secrets, and addresses are
    stored and shown. Raises BadInput, which repeats nothing of it.
    """
    address = text.strip().rstrip("/")
    try:
        parts = urlsplit(address)
        is_whole = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_whole = False
        parts = urlsplit("")
    if not is_whole or "@" in parts.netloc or not address.isprintable() or " " in address:
        message = "this is no address of a service: http or https with a host, and no user name, is expected."
        raise BadInput(Problem(place="base URL", message=message, remedy=_REMEDY))
    if "?" in address or "#" in address:
        message = "the address has a query or a fragment, and must have neither."
        raise BadInput(Problem(place="base URL", message=message, remedy=_REMEDY))
    return address
