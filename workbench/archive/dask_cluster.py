"""A Dask cluster: one on this machine behind temporary certificates, or one of the user's own.

Scheduler and workers run whatever they are sent, so nothing but TLS or the loopback is used. Source:
decisions.md#archives.
"""

import contextlib
import ipaddress
import logging
from collections.abc import Generator
from concurrent.futures import CancelledError, Executor
from typing import Any
from urllib.parse import urlsplit

from distributed import Client, LocalCluster
from distributed.scheduler import KilledWorker
from distributed.security import Security

from core.errors import BadInput, Problem
from workbench.archive.executors import ClusterChoice

LOST: tuple[type[BaseException], ...] = (KilledWorker, CancelledError)
_ON_THIS_MACHINE: dict[str, Any] = {
    "host": "127.0.0.1",
    "dashboard_address": None,
    "silence_logs": logging.CRITICAL,
    # Without a dashboard Dask still serves its health and metrics, to everybody who reaches this machine.
    # A group that loses its worker is ours to cut: another worker would be lost to the same file.
    "scheduler_kwargs": {"dashboard": False, "dashboard_address": "127.0.0.1:0", "allowed_failures": 0},
}
_PATIENCE = 30  # seconds for a scheduler to answer


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return False


def _security_of(choice: ClusterChoice) -> Security | None:
    """Return what secures the way to a scheduler, None for plain TCP on this machine. Raises BadInput."""
    address = urlsplit(choice.scheduler)
    given = {"tls_ca_file": choice.ca_file, "tls_client_cert": choice.cert_file, "tls_client_key": choice.key_file}
    given = {name: path for name, path in given.items() if path}
    if address.scheme == "tcp" and _is_loopback(address.hostname or ""):
        return None
    if address.scheme != "tls":
        message = "a cluster is reached by tls://HOST:PORT; tcp:// only on this machine, or anybody could run code."
        raise BadInput(Problem(place="--scheduler", message=message, remedy="Start the scheduler with certificates."))
    return Security(require_encryption=True, **given)


@contextlib.contextmanager
def connected(choice: ClusterChoice, workers: int) -> Generator[Executor]:
    """Connect to the user's own cluster, or to one of this machine that ends with the connection.

    Raises BadInput where the address may not be used or nobody answers there.
    """
    with contextlib.ExitStack() as stack:
        if choice.scheduler:
            security = _security_of(choice)
            try:
                client = Client(choice.scheduler, security=security, timeout=_PATIENCE)
            except (OSError, ValueError, TypeError) as error:
                message = f"cannot be reached: {type(error).__name__}."
                remedy = "Check its address and its certificates."
                raise BadInput(Problem(place=choice.scheduler, message=message, remedy=remedy)) from error
        else:
            cluster = LocalCluster(n_workers=workers, threads_per_worker=1, security=True, **_ON_THIS_MACHINE)
            client = Client(stack.enter_context(contextlib.closing(cluster)))
        stack.enter_context(client)
        yield client.get_executor(pure=False)
