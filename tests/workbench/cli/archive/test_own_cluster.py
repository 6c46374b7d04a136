"""A Dask cluster of one's own, behind certificates of one's own authority, as the help starts it."""

import json
import subprocess
import sys
from collections.abc import Generator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from core.errors import BadInput
from tests.benchmarks.archive.made_archive import plan_of, write_archive
from tests.workbench.cli.archive.test_archive import asked
from tests.workbench.conftest import Workbench
from tests.workbench.jobs.runs.acting import until
from workbench.archive.executors import ClusterChoice, ExecutorChoice, ExecutorKind
from workbench.archive.index_archive import ArchiveFolders, index_archive
from workbench.search import SearchIndex

pytestmark = pytest.mark.thorough

TALKS = 400
DASK = Path(sys.executable).with_name("dask")


def write_key(place: Path, who: str) -> ec.EllipticCurvePrivateKey:
    key = ec.generate_private_key(ec.SECP256R1())
    form = (Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (place / f"{who}-key.pem").write_bytes(key.private_bytes(*form))
    return key


def write_certificate(place: Path, who: str, signer: ec.EllipticCurvePrivateKey | None = None) -> Any:
    """Write a key and a certificate of the authority's, or the authority's own; return the key."""
    key, now = write_key(place, who), datetime.now(UTC)
    name, issuer = (x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, one)]) for one in (who, "ca"))
    local = x509.SubjectAlternativeName([x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(local, critical=False)
        .add_extension(x509.BasicConstraints(ca=signer is None, path_length=None), critical=True)
        .sign(signer or key, SHA256())
    )
    (place / f"{who}.pem").write_bytes(made.public_bytes(Encoding.PEM))
    return key


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A made archive, and certificates of one authority."""
    place = tmp_path_factory.mktemp("cluster")
    write_archive(place / "archive", TALKS, plan_of()._replace(size=3_000))
    signer = write_certificate(place, "ca")
    for who in ("scheduler", "worker", "me"):
        write_certificate(place, who, signer)
    return place


class OwnCluster:
    """A scheduler and its workers; `scheduler` is its process."""

    def __init__(self, place: Path, stack: ExitStack) -> None:
        facts = place / "scheduler.json"
        facts.unlink(missing_ok=True)
        shared = ("--protocol", "tls", "--no-dashboard", "--dashboard-address", "127.0.0.1:0")
        self._place, self._stack = place, stack
        at = ("--host", "127.0.0.1", "--port", "0", "--scheduler-file", facts)
        self.scheduler = self._start("scheduler", *shared, *at)
        until(lambda: facts.exists() and facts.read_text().rstrip().endswith("}"))
        self.address: str = json.loads(facts.read_text())["address"]
        self._start("worker", self.address, "--nworkers", "2", "--nthreads", "1", *shared)

    def _start(self, who: str, *words: object) -> "subprocess.Popen[bytes]":
        tls = ("--tls-ca-file", "ca.pem", "--tls-cert", f"{who}.pem", "--tls-key", f"{who}-key.pem")
        command = [str(DASK), who, *map(str, words), *tls]
        process = subprocess.Popen(command, cwd=self._place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._stack.callback(process.wait)
        self._stack.callback(process.terminate)
        return process

    @property
    def choice(self) -> ExecutorChoice:
        """What the command's options ask for."""
        files = (str(self._place / name) for name in ("ca.pem", "me.pem", "me-key.pem"))
        return ExecutorChoice(ExecutorKind.DASK, 2, ClusterChoice(self.address, *files))


@pytest.fixture
def cluster(place: Path) -> Generator[OwnCluster]:
    with ExitStack() as stack:
        yield OwnCluster(place, stack)


def test_it_says_what_this_process_says(workbench: Workbench, place: Path, cluster: OwnCluster, tmp_path: Path) -> None:
    """And nobody is let in whose certificate is of another authority."""
    _, *files = cluster.choice.cluster
    tls = [word for pair in zip(("--tls-ca", "--tls-cert", "--tls-key"), files, strict=True) for word in pair]
    where = ("stats", place / "archive", "--index")
    on_dask = ("--executor", "dask", "--scheduler", cluster.address, "--workers", 2, *tls)
    found = asked(workbench, *where, tmp_path / "dask.db", *on_dask)
    assert found["talks"] == TALKS
    assert found == asked(workbench, *where, tmp_path / "here.db", "--executor", "serial")
    write_certificate(tmp_path, "ca")
    done = workbench("archive", *where, tmp_path / "none.db", *on_dask[:-6], "--tls-ca", tmp_path / "ca.pem", *tls[2:])
    assert (done.code, "cannot be reached" in done.err) == (2, True)


def test_a_scheduler_that_ends_is_said_and_blames_no_file(place: Path, cluster: OwnCluster, tmp_path: Path) -> None:
    """In the middle of the work; the next run goes on from what was kept."""
    library = SearchIndex(tmp_path / "index.db")

    def kill(done: int, *_: object) -> None:
        if done >= TALKS // 2 and cluster.scheduler.poll() is None:
            cluster.scheduler.kill()
            cluster.scheduler.wait()

    archive = ArchiveFolders([place / "archive"], {}, library)
    with pytest.raises(BadInput, match="the scheduler is gone"):
        index_archive(archive, cluster.choice, kill)
    taken = index_archive(archive, ExecutorChoice(ExecutorKind.SERIAL), kill)
    assert not [one.name for one in taken.unreadable if "ended the program" in str(one.problems)]
    assert len(library.talks(taken.keys)) >= TALKS
    assert taken.unchanged
