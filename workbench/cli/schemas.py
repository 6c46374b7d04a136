"""`workbench schema`: the JSON Schemas of the files that this program reads or writes."""

from typing import Any

from core.editions.certificate import certificate_schema
from core.evidence.evidence_map import evidence_schema
from core.generation.settings import settings_schema
from core.numbers.rules_file import citation_rules_schema, verification_rules_schema


def _experiment_schema() -> dict[str, Any]:
    from workbench.experiments.plan_file import experiment_schema

    return experiment_schema()


_SCHEMAS = {
    "evidence": evidence_schema,
    "settings": settings_schema,
    "certificate": certificate_schema,
    "citation-rules": citation_rules_schema,
    "verification-rules": verification_rules_schema,
    "experiment": _experiment_schema,
}


def schema_of(kind: str) -> dict[str, Any]:
    """Return the JSON Schema of one kind of file."""
    return _SCHEMAS[kind]()
