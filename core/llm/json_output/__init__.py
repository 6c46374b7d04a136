"""Extract clean JSON from whatever a model wraps it in: the value alone, and beside it what was wrong.

The steps: `strict` (is it JSON already?) → `search` (fences, thoughts, prose, layers of escapes; at each `candidate`
strict reading, then the lenient `reader`) → `choice` (the one that fits the `schema`, else the largest; json-repair
only where nothing else reads it) → `examine` (what is reported) → `extract` (the public functions and the log).
"""

from core.llm.json_output.extract import (
    ModelReply,
    clean_llm_response,
    detect_markdown_artifacts,
    extract_json,
    extract_json_from_llm_response,
    extract_json_from_response,
    safe_json_loads,
    validate_json_with_pydantic,
)
from core.llm.json_output.result import DebugInfo, DebugRecord, Extraction, Method, debug_record
from core.llm.json_output.schema import Schema
from core.llm.json_output.strict import JsonProblem, LoadedJson, load_json
from core.llm.reply_faults import (
    CONTENT_FILTERING_DETECTED,
    FALLBACK_GENERATION_USED,
    JSON_EXTRACTION_WARNING,
    JSON_VALIDATION_ERROR,
    Artifact,
    JsonMetrics,
    Repair,
)

__all__ = [
    "CONTENT_FILTERING_DETECTED",
    "FALLBACK_GENERATION_USED",
    "JSON_EXTRACTION_WARNING",
    "JSON_VALIDATION_ERROR",
    "Artifact",
    "DebugInfo",
    "DebugRecord",
    "Extraction",
    "JsonMetrics",
    "JsonProblem",
    "LoadedJson",
    "Method",
    "ModelReply",
    "Repair",
    "Schema",
    "clean_llm_response",
    "debug_record",
    "detect_markdown_artifacts",
    "extract_json",
    "extract_json_from_llm_response",
    "extract_json_from_response",
    "load_json",
    "safe_json_loads",
    "validate_json_with_pydantic",
]
