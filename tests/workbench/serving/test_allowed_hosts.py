"""Which names the app answers to, and what `--allow-host` takes for one."""

import pytest

from core.errors import BadInput
from workbench.serving.allowed_hosts import allowed_origins


def test_the_app_has_three_names_each_with_its_port() -> None:
    """And nothing may act on it but what came from the same name and port."""
    assert allowed_origins(8501) == {
        "127.0.0.1:8501": {"http://127.0.0.1:8501"},
        "localhost:8501": {"http://localhost:8501"},
        "[::1]:8501": {"http://[::1]:8501"},
    }


def test_browsers_leave_port_80_out() -> None:
    """Then the name alone is meant, by the host and by the origin."""
    origins = allowed_origins(80)
    assert origins["localhost"] == origins["localhost:80"] == {"http://localhost", "http://localhost:80"}
    assert "localhost:8501" not in origins
    assert len(origins) == 6


@pytest.mark.parametrize(
    ("written", "hosts", "pages"),
    [
        ("talks.example", {"talks.example"}, {"http://talks.example", "https://talks.example"}),
        ("Talks.Example", {"talks.example"}, {"http://talks.example", "https://talks.example"}),
        ("talks:8443", {"talks:8443"}, {"http://talks:8443", "https://talks:8443"}),
        ("talks:443", {"talks", "talks:443"}, {"http://talks:443", "https://talks:443", "https://talks"}),
        ("talks:80", {"talks", "talks:80"}, {"http://talks:80", "https://talks:80", "http://talks"}),
        ("192.0.2.7", {"192.0.2.7"}, {"http://192.0.2.7", "https://192.0.2.7"}),
        ("[2001:DB8:0:0::7]:1", {"[2001:db8::7]:1"}, {"http://[2001:db8::7]:1", "https://[2001:db8::7]:1"}),
        ("xn--bcher-kva.example", {"xn--bcher-kva.example"}, None),
    ],
)
def test_an_allowed_name_is_added_as_browsers_write_it(written: str, hosts: set[str], pages: set[str] | None) -> None:
    """With pages over HTTP and HTTPS, because a proxy in front may speak either."""
    own, more = allowed_origins(8501), allowed_origins(8501, [written])
    assert set(more) - set(own) == hosts
    for host in hosts:
        assert pages is None or more[host] == pages
    assert {host: more[host] for host in own} == own


def test_allowing_an_own_name_adds_pages_over_https() -> None:
    """Several names may be given, one of them twice."""
    origins = allowed_origins(8501, ["localhost:8501", "talks", "talks"])
    assert origins["localhost:8501"] == {"http://localhost:8501", "https://localhost:8501"}
    assert len(origins) == 4


@pytest.mark.parametrize(
    "nonsense",
    [
        *("", " ", ".", ":", ":80", "x:", "x:0", "x:080", "x:65536", "x:http", "x:1:2", "x:-1", "x:٨٠"),
        *("*", "*.example", "http://x", "//x", "x/", "x/talks", "x?y", "x#y", "x\\y", "user@x", "x%41", "x,y", "x y"),
        *("x\n", "x\x00", "-x", "x-", "x..y", ".x", "x.", "bücher.example", "a" * 64, ".".join(["abc"] * 64)),
        *(
            "::1",
            "[::1",
            "::1]",
            "[]",
            "[::1%eth0]",
            "[127.0.0.1]",
            "[x]",
            "1.2.3",
            "1.2.3.4.5",
            "256.1.1.1",
            "1",
            "01.2.3.4",
        ),
    ],
)
def test_what_is_no_name_is_refused(nonsense: str) -> None:
    """With what a name looks like; a wildcard, an address with a path or a password among it."""
    with pytest.raises(BadInput, match="is not NAME or NAME:PORT") as refused:
        allowed_origins(8501, [nonsense])
    assert refused.value.problems[0].place == "--allow-host"
    assert "talks.example:8443" in refused.value.problems[0].remedy
