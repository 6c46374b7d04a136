"""The JSON Schema of an experiment file."""

from typing import Any

from core.generation.settings import settings_schema
from core.record import Record
from core.text.documents import is_list, is_object
from workbench.experiments.plan_file.form import STANDS_FOR, AskingWish, ClientWish, ExperimentWish


def _referring(schema: Any) -> Any:
    """Return a schema whose references use our names of the definitions."""
    if is_list(schema):
        return [_referring(one) for one in schema]
    if not is_object(schema):
        return schema
    if STANDS_FOR in schema:
        return {"$ref": f"#/$defs/{schema[STANDS_FOR]}"}
    return {field: _referring(one) for field, one in schema.items()}


def _part(form: type[Record], definitions: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a part of the file; its parts are added to the definitions."""
    schema = form.model_json_schema()
    definitions.update(schema.pop("$defs", {}))
    return schema


def experiment_schema() -> dict[str, Any]:
    """Return the JSON Schema of an experiment file; fields with defaults can be left out."""
    definitions: dict[str, Any] = {}
    schema = _part(ExperimentWish, definitions)
    definitions["asking"] = _part(AskingWish, definitions)
    definitions["client"] = _part(ClientWish, definitions)
    settings = settings_schema()
    settings.pop("$schema")
    definitions.update(settings.pop("$defs"))
    definitions["settings"] = settings
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "$defs": definitions}
    return _referring(whole)
