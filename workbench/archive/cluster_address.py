"""Which addresses of a cluster may be used: whoever answers there runs code, and so does whoever listens in."""

import contextlib
import ipaddress
from pathlib import Path
from urllib.parse import urlsplit

from core.errors import BadInput, Problem
from workbench.archive.executors import ClusterChoice

_TLS_OR_HERE = "a cluster is reached by tls://HOST:PORT; tcp:// only on this machine, or anybody could run code."


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return False


def is_encrypted(choice: ClusterChoice) -> bool:
    """Tell whether a cluster is reached by TLS, and not by plain TCP on this machine. Raises BadInput for any other
    address, and for certificates that are not there."""
    try:
        address = urlsplit(choice.scheduler)
        scheme, host = address.scheme, address.hostname or ""
    except ValueError:
        scheme, host = "", ""
    if scheme != "tls" and not (scheme == "tcp" and _is_loopback(host)):
        raise BadInput(Problem(place="--scheduler", message=_TLS_OR_HERE, remedy="Start it with certificates."))
    named = (file for file in choice[1:] if file and not Path(file).is_file())
    problems = [Problem(place=file, message="there is no such file.", remedy="Check its name.") for file in named]
    if problems:
        raise BadInput(*problems)
    return scheme == "tls"
