"""Who reaches the app: its own names, its own pages, and what its answers allow a browser."""

from tests.mutations.mutation import Mutation

_CHECK = "workbench/serving/request_check.py"
_POLICY = "workbench/serving/content_policy.py"
_HOSTS = "workbench/serving/allowed_hosts.py"
_REQUESTS = "tests/workbench/serving/test_requests.py"
_EVERYTHING = f"{_REQUESTS}::test_everything_answers_to_its_own_name_and_to_no_other"

SERVING = (
    Mutation(
        guard="the app answers to its own names",
        file=_CHECK,
        old='return host if host in self._origins else ""',
        new="return host if host in self._origins else next(iter(self._origins))",
        tests=(f"{_REQUESTS}::test_another_name_is_refused",),
    ),
    Mutation(
        guard="an act comes from a page of the same address",
        file=_CHECK,
        old='return "" if len(origins) == 1 and origins[0] in self._origins[host] else WRONG_ORIGIN',
        new='return "" if len(origins) == 1 else WRONG_ORIGIN',
        tests=(f"{_REQUESTS}::test_another_page_is_refused",),
    ),
    Mutation(
        guard="a connection without an origin is refused",
        file=_CHECK,
        old='if not origins and scope["type"] == "http" and scope["method"] in _READING:',
        new='if not origins and scope.get("method", "GET") in _READING:',
        tests=(f"{_REQUESTS}::test_who_acts_without_an_origin_is_refused",),
    ),
    Mutation(
        guard="an allowed name is a name",
        file=_HOSTS,
        old='return name if len(name) <= 253 and all(map(_LABEL.fullmatch, name.split("."))) else None',
        new="return name",
        tests=("tests/workbench/serving/test_allowed_hosts.py::test_what_is_no_name_is_refused",),
    ),
    Mutation(
        guard="no answer allows another site to read it",
        file=_POLICY,
        old='if name.lower() not in names and not name.lower().startswith(b"access-control-")',
        new="if name.lower() not in names",
        tests=(f"{_EVERYTHING}[/_stcore/metrics-200]",),
    ),
    Mutation(
        guard="the app is shown in no frame",
        file=_POLICY,
        old="            \"frame-ancestors 'none'\",\n",
        new="",
        tests=(f"{_EVERYTHING}[/-200]",),
    ),
)
