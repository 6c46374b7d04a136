"""Quotes that are provably verbatim: the line from a transcript and an evidence map to a proven edition.

Every name of the line is importable from here; a room is loaded when one of its names is first used. `__init__.pyi`
says the same to whoever reads types.
"""

from importlib import import_module

_ROOMS = {
    "answers.answer_text": "answer_data answer_markdown",
    "answers.diversity": "Dropped DropReason Selection apply_mmr_diversity select_diverse",
    "answers.excerpts": "excerpt_answer",
    "answers.feedback": "FeedbackColumns feedback_columns read_feedback",
    "answers.ground": "Ground",
    "answers.inline": "InlineGate inline_answer inline_request",
    "answers.passages": "passages_of",
    "answers.records": (
        "AnsweredClaim AnswerMode AnswerPolicy AnswerQuote AnswerUsage Citation CitationRef CitedAnswer Claim "
        "Correction Passage RefusalReason Refused SynthesisOutput"
    ),
    "answers.similarity": "Similarity",
    "answers.synthesis": "answer_question synthesize_answer",
    "answers.terms": "Question read_question",
    "answers.validation": "validate_citations",
    "articles": "ArticleReport check_article",
    "attempts": "Written gate_of next_step",
    "battery": "BatteryReport Corruption CorruptionClass corruptions run_battery",
    "canonical": "canonicalize",
    "casting": "Cast LabelReport cast_speakers describe_labels",
    "certificate": "Certificate certify",
    "chapter": "ChapterDraft CoreClaim Decision Edition EnforcementResult ProseKind UnprovenProse",
    "claims": "enforce_core_claims_guest_only",
    "comparison": "Discrepancy DiscrepancyKind compare read_certificate",
    "composer": "OfflineComposer",
    "coverage": (
        "MEDIUM_QUOTES MEDIUM_WORDS_PER_CLAIM MIN_USABLE_QUOTE_LENGTH STRONG_QUOTES STRONG_WORDS_PER_CLAIM "
        "ChapterCoverage CoverageLevel CoverageThresholds combine_coverages compute_chapter_coverage "
        "merge_weak_chapters"
    ),
    "enforcement": "EnforcementPolicy enforce_quote_whitelist",
    "errors": (
        "BadInput BrokenProof ClientError EditionError EvidenceError KeyMissing KeyRefused ModelUnknown "
        "NetworkTrouble OutOfReplies Problem QuotaExceeded RecordsError ReplyTruncated RequestRefused "
        "ResultsError ServiceError ServiceTrouble SettingsError TimedOut TranscriptError UnknownChapter "
        "WorkbenchError"
    ),
    "evaluation.answer_table": "cost_markdown cost_table query_markdown query_table",
    "evaluation.answers": "measure_answer",
    "evaluation.chapters": "measure_chapter",
    "evaluation.coherence": "coherence_of judge_request read_judgement",
    "evaluation.criteria": "Figure FigureName five_figures",
    "evaluation.differences": "Certainty Difference differences",
    "evaluation.measures": "AMOUNTS METRICS Sums balance sum_units",
    "evaluation.records": "Amount Coherence Judged Metric Sample Statement Unit",
    "evaluation.shares": "Interval Share",
    "evaluation.support": "Supports judge_statement supports_lexically",
    "evidence": "ChapterEvidence ClaimEvidence EvidenceMap Support read_evidence",
    "examination": "Examination examine_evidence",
    "excerpts": "EXCERPT_COUNTS select_deterministic_excerpts",
    "finishing": "finish_chapter",
    "gate": "Gate ReplyGate",
    "json_output": (
        "Artifact DebugRecord Extraction JsonMetrics Method ModelReply Repair clean_llm_response debug_record "
        "detect_markdown_artifacts extract_json extract_json_from_llm_response extract_json_from_response "
        "load_json safe_json_loads validate_json_with_pydantic"
    ),
    "level_map": "Axis LevelMap Threshold map_levels",
    "line": "Line prepare_line",
    "llm": (
        "Answer Client GenerationRequest Outcome Purpose Reply Sampling ScriptedClient StreamingClient Usage "
        "WritingMode"
    ),
    "matching": "find_all_occurrences",
    "meaning": "MeaningWarning WarningKind find_meaning_warnings",
    "mending": "Mend MendedMap MendKind apply_mends mend_to_span offer_mends",
    "numbers.citations": "enforce_citations",
    "numbers.citations_summary": "format_citations_summary",
    "numbers.claims": "find_numeric_claims",
    "numbers.edition_prose": "ChapterProse edition_prose",
    "numbers.engine": "VerificationEngine VerificationSummary",
    "numbers.fixes": "Fix apply_fix find_fixes",
    "numbers.paragraphs": "ParagraphCoverage citation_coverage",
    "numbers.privacy": "find_personal_data redact",
    "numbers.records": "CitationIssue CitationReport CitedNumber Hedge IssueCode NumericClaim QueryResult Severity",
    "numbers.results": "read_results",
    "numbers.rules": (
        "CitationRules CrossCheckRules DecimalStyle PersonalData PrivacyRules SanityRules Tolerance VerificationRules"
    ),
    "numbers.rules_file": "read_citation_rules read_verification_rules",
    "pipeline": "bind_edition generate_edition generate_ideas_edition_chapter",
    "poison": "Ending Injected PoisonedDraft Poisoning poison_chapter",
    "prompt": "IDEAS_PROMPT_TEMPLATE build_prompt format_excerpts_markdown",
    "readers": "read_transcript",
    "replacement": "Fate QuoteFate compare_proofs",
    "request": "request_of",
    "sections": "parse_ideas_chapter strip_llm_blockquotes",
    "settings": "Settings read_settings",
    "speakers": "Roster Speaker SpeakerRef SpeakerRole resolve_speaker",
    "transcript": "TranscriptPair Turn",
    "unproven": "find_unproven_prose",
    "verify": "Verdict Verification verify_edition",
    "whitelist": "WhitelistQuote build_quote_whitelist",
    "writers.data": "write_json",
    "writers.markdown": "write_markdown",
    "writers.webpage": "write_html",
    "writers.wording": "PROMISE",
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names.split()}

__all__ = list(_ROOM_OF)  # pyright: ignore[reportUnsupportedDunderAll] the stub says which


def __getattr__(name: str) -> object:
    room = _ROOM_OF.get(name)
    if room is None:
        raise AttributeError(f"module 'core' has no attribute {name!r}")
    return getattr(import_module(f"core.{room}"), name)


def __dir__() -> list[str]:
    return sorted(_ROOM_OF)
