"""Why a model stopped, and whether it refused: by its finish reason, else by its words."""

import re

# What the services call it: OpenAI and Azure, Anthropic, Gemini and Vertex, Bedrock, Mistral and Cohere, llama.cpp.
_FILTERED = frozenset(
    "content_filter content_filtered contentfilter safety prohibited_content blocklist blocked spii recitation refusal "
    "image_safety image_prohibited_content model_armor guardrail_intervened error_toxic".split()
)
_CUT_OFF = frozenset(
    "length max_tokens max_token max_output_tokens max_length model_length token_limit limit incomplete "
    "model_context_window_exceeded".split()
)
_LONGEST_START = 400
_CAN_NOT = r"(?:can(?:no|')t|can not|(?:am|'m) (?:unable|not able) to|won't|will not|(?:must |have to )?decline to)"
_DO = (
    r"(?:help|assist|provide|create|generate|write|produce|comply|fulfil|continue|engage|discuss|share|answer|respond|"
    r"support|offer|complete|do that|do this|process|participate|depict|describe|fulfill)"
)
_REFUSALS = re.compile(
    rf"^(?:[^.!?\n]{{0,80}}[.!?,:—-]\s*)?(?:but |however,? )?i ?{_CAN_NOT} (?:\w+ ){{0,2}}?{_DO}\b"
    r"|^(?:[^.!?\n]{0,40}[.,]\s*)?as an ai(?: language model| assistant)?\b"
    r"|^(?:es tut mir leid|tut mir leid|leider)[^.!?\n]{0,40}(?:kann ich|ich kann)\b"
    r"|^(?:dabei |das )?kann ich [^.!?\n]{0,60}nicht\b|^ich kann [^.!?\n]{0,60}nicht\b"
    r"|^(?:je suis désolée?|désolée?)[^.!?\n]{0,40}je ne peux pas\b|^je ne peux pas\b"
    r"|^(?:lo siento)[^.!?\n]{0,40}no puedo\b|^no puedo (?:ayudar|proporcionar|crear|generar)"
)
_POLICY = re.compile(
    r"\b(?:violat\w*|against|flagged|blocked|filtered|triggered|prohibited|restricted)\b[^.!?\n]{0,60}"
    r"\b(?:content|usage|safety|use|community|policy|policies|guidelines?|filters?)\b"
    r"|\bcontent[ _-](?:filter\w*|management policy)|\bsafety filters?\b"
)


def _plain(reason: str | None) -> str:
    """Return a finish reason without its type's name and in small letters."""
    return re.split(r"[.:\s]", (reason or "").strip())[-1].casefold().replace("-", "_")


def was_filtered(finish_reason: str | None) -> bool:
    """Tell whether a model was stopped by a filter."""
    return _plain(finish_reason) in _FILTERED


def was_cut_off(finish_reason: str | None) -> bool:
    """Tell whether a model ran out of tokens."""
    return _plain(finish_reason) in _CUT_OFF


def ended_naturally(finish_reason: str | None) -> bool:
    """Tell whether nothing but the model itself ended the reply; an unknown reason counts as natural."""
    return finish_reason is None or _plain(finish_reason) not in _FILTERED | _CUT_OFF


def refuses(prose: str) -> bool:
    """Tell whether a reply without JSON is a refusal or a filter's notice, by its first words.

    English, and the usual openings in German, French and Spanish; what a refusal says further on is not looked at.
    """
    start = prose.strip()[:_LONGEST_START].replace("’", "'").casefold()
    return _REFUSALS.search(start) is not None or _POLICY.search(start) is not None
