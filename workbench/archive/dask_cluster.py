"""A Dask cluster: one on this machine behind temporary certificates, or one of the user's own.

Scheduler and workers run whatever they are sent, so nothing but TLS or the loopback is used. Source:
decisions.md#archives.
"""

import contextlib
import gc
import logging
from collections.abc import Callable, Generator
from concurrent.futures import CancelledError, Executor
from functools import partial
from typing import Any, NamedTuple

from distributed import Client, LocalCluster
from distributed.scheduler import KilledWorker
from distributed.security import Security

from core.errors import BadInput, Problem
from core.prose.render import one_line
from workbench.archive.cluster_address import is_encrypted
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
_PATIENCE = 10  # seconds for a scheduler to answer, or to come back


def _security_of(choice: ClusterChoice) -> Security | None:
    """Return what secures the way to a scheduler, None for plain TCP on this machine: the certificates that were named,
    else those of Dask's own configuration. Raises BadInput."""
    if not is_encrypted(choice):
        return None
    given = {"tls_ca_file": choice.ca_file, "tls_client_cert": choice.cert_file, "tls_client_key": choice.key_file}
    security: Any = Security(require_encryption=True, **{name: path for name, path in given.items() if path})
    if not (security.tls_ca_file and security.tls_client_cert):
        message, remedy = "no certificates are named.", "Add --tls-ca, --tls-cert and --tls-key."
        raise BadInput(Problem(place=choice.scheduler, message=message, remedy=remedy))
    return security


class Cluster(NamedTuple):
    """A cluster that takes functions; `check` raises BadInput once its scheduler is gone."""

    executor: Executor
    check: Callable[[], None]


def _check(client: Client, place: str) -> None:
    if client.status != "running":
        message, remedy = "the scheduler is gone.", "Run this again: what was done by then is kept."
        raise BadInput(Problem(place=place, message=message, remedy=remedy))


@contextlib.contextmanager
def connected(choice: ClusterChoice, workers: int) -> Generator[Cluster]:
    """Connect to the user's own cluster, or to one of this machine that ends with the connection.

    Raises BadInput where the address may not be used or nobody answers there.
    """
    # What Dask has to say of workers that end is said here, and whoever follows the command reads its lines.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with contextlib.ExitStack() as stack:
        if choice.scheduler:
            security = _security_of(choice)
            try:
                client = Client(choice.scheduler, security=security, timeout=_PATIENCE)
            except (OSError, ValueError, TypeError) as error:
                message = f"cannot be reached: {one_line(str(error)) or type(error).__name__}."
                remedy = "Check its address and its certificates."
                raise BadInput(Problem(place=choice.scheduler, message=message, remedy=remedy)) from error
        else:
            cluster = LocalCluster(n_workers=workers, threads_per_worker=1, security=True, **_ON_THIS_MACHINE)
            client = Client(stack.enter_context(contextlib.closing(cluster)))
        stack.enter_context(client)
        if not choice.scheduler:
            client.run(gc.freeze)  # collections pass over what Dask itself has loaded, which is much
        yield Cluster(client.get_executor(pure=False), partial(_check, client, choice.scheduler or "Dask"))
