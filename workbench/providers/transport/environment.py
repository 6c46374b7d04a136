"""The environment's settings for connections: proxies and certificates, which a person may have set for all
programs."""

import os
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager

from core.errors import ServiceError
from workbench.providers.service_messages import in_one_line

_PROXIES = tuple(name for one in ("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY") for name in (one, one.lower()))
_FILES = ("SSL_CERT_FILE", "SSL_CERT_DIR", "SSLKEYLOGFILE")
_REMEDY = "Correct it or unset it, then start again."


def _set_of(names: Iterable[str], is_meant: Callable[[str], bool]) -> str:
    """Return the variables of these that are set, if possible only those whose value is meant."""
    values = {name: os.environ[name] for name in names if os.environ.get(name)}
    meant = [name for name, value in values.items() if is_meant(value)] or list(values)
    return " or ".join(dict.fromkeys(name.upper() for name in meant))


def _words_for(error: Exception) -> str:
    """Return what to do about an error; of its words none that could hold the password of a proxy."""
    if isinstance(error, OSError):
        files = _set_of(_FILES, lambda value: not os.path.exists(value))  # noqa: PTH110 - a variable, not a path of ours
        if files:
            why = in_one_line(error.strerror or type(error).__name__)
            return f"{files} names what cannot be used for encrypted connections ({why}). {_REMEDY}"
    elif isinstance(error, ImportError):
        proxies = _set_of(_PROXIES, lambda value: value.lower().startswith("socks"))
        if proxies:
            return f"{proxies} names a SOCKS proxy, which is not used here. Name an HTTP proxy, or unset it."
    elif proxies := _set_of(_PROXIES, lambda value: not value.lower().startswith(("http:", "https:", "socks"))):
        return f"{proxies} names no proxy that can be used. {_REMEDY}"
    where = ", ".join(("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY", *_FILES))
    return f"No connection can be set up here ({type(error).__name__}). Check these environment variables: {where}."


@contextmanager
def setting_up() -> Generator[None]:
    """Turn what goes wrong while a connection is set up into a ServiceError that names the variable to correct."""
    try:
        yield
    except ServiceError:
        raise
    except Exception as error:  # noqa: BLE001 - it reads settings that are not ours
        raise ServiceError(_words_for(error)) from None
