"""Log what was wrong with replies by seed 5's names; never words of a reply, a transcript or a key."""

from core.llm.reply_faults import Artifact, ReplyReading

JSON_EXTRACTION_WARNING = "JSON_EXTRACTION_WARNING"
JSON_VALIDATION_ERROR = "JSON_VALIDATION_ERROR"
CONTENT_FILTERING_DETECTED = "CONTENT_FILTERING_DETECTED"
FALLBACK_GENERATION_USED = "FALLBACK_GENERATION_USED"


def log_event(event: str, message: str, *, is_error: bool = False) -> None:
    """Log one event with its name as the record's `event`; as a warning, or as an error."""
    import logging  # it costs each start of the command, and most replies are clean

    log = logging.getLogger("core.llm.json_output")
    if not log.handlers:  # a library logs nothing until its user configures logging
        log.addHandler(logging.NullHandler())
    log.log(logging.ERROR if is_error else logging.WARNING, "%s: %s", event, message, extra={"event": event})


def log_reading(reading: ReplyReading) -> None:
    """Log what was found in one reply: what came with it, a form that it does not fit, a filter."""
    if reading.artifacts or reading.repairs or (not reading.ok and reading.valid is None):
        found = ", ".join(dict.fromkeys((*reading.artifacts, *reading.repairs)))
        log_event(JSON_EXTRACTION_WARNING, found or "no JSON that could be used")
    if reading.valid is False:
        log_event(JSON_VALIDATION_ERROR, "the JSON does not fit the schema", is_error=True)
    if Artifact.CONTENT_FILTER in reading.artifacts:
        log_event(CONTENT_FILTERING_DETECTED, "a filter stopped the reply, or the model refused")
