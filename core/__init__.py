"""Quotes that are provably verbatim: the line from a transcript and an evidence map to a proven edition.

Every name of the line is importable from here; a room is loaded when one of its names is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.articles import ArticleReport, check_article
    from core.attempts import Written, gate_of, next_step
    from core.battery import BatteryReport, Corruption, CorruptionClass, corruptions, run_battery
    from core.canonical import canonicalize
    from core.casting import Cast, LabelReport, cast_speakers, describe_labels
    from core.certificate import Certificate, certify
    from core.chapter import ChapterDraft, CoreClaim, Decision, Edition, EnforcementResult, ProseKind, UnprovenProse
    from core.claims import enforce_core_claims_guest_only
    from core.comparison import Discrepancy, DiscrepancyKind, compare, read_certificate
    from core.composer import OfflineComposer
    from core.coverage import (
        MEDIUM_QUOTES,
        MEDIUM_WORDS_PER_CLAIM,
        MIN_USABLE_QUOTE_LENGTH,
        STRONG_QUOTES,
        STRONG_WORDS_PER_CLAIM,
        ChapterCoverage,
        CoverageLevel,
        CoverageThresholds,
        combine_coverages,
        compute_chapter_coverage,
        merge_weak_chapters,
    )
    from core.enforcement import EnforcementPolicy, enforce_quote_whitelist
    from core.errors import (
        BadInput,
        BrokenProof,
        ClientError,
        EditionError,
        EvidenceError,
        KeyMissing,
        KeyRefused,
        ModelUnknown,
        NetworkTrouble,
        OutOfReplies,
        Problem,
        QuotaExceeded,
        ReplyTruncated,
        RequestRefused,
        ResultsError,
        ServiceError,
        ServiceTrouble,
        SettingsError,
        TimedOut,
        TranscriptError,
        UnknownChapter,
        WorkbenchError,
    )
    from core.evidence import ChapterEvidence, ClaimEvidence, EvidenceMap, Support, read_evidence
    from core.examination import Examination, examine_evidence
    from core.excerpts import EXCERPT_COUNTS, select_deterministic_excerpts
    from core.finishing import finish_chapter
    from core.gate import Gate, ReplyGate
    from core.json_output import (
        Artifact,
        DebugRecord,
        Extraction,
        JsonMetrics,
        Method,
        ModelReply,
        Repair,
        clean_llm_response,
        debug_record,
        detect_markdown_artifacts,
        extract_json,
        extract_json_from_llm_response,
        extract_json_from_response,
        load_json,
        safe_json_loads,
        validate_json_with_pydantic,
    )
    from core.level_map import Axis, LevelMap, Threshold, map_levels
    from core.line import Line, prepare_line
    from core.llm import (
        Answer,
        Client,
        GenerationRequest,
        Outcome,
        Purpose,
        Reply,
        Sampling,
        ScriptedClient,
        StreamingClient,
        Usage,
        WritingMode,
    )
    from core.matching import find_all_occurrences
    from core.meaning import MeaningWarning, WarningKind, find_meaning_warnings
    from core.mending import Mend, MendedMap, MendKind, apply_mends, mend_to_span, offer_mends
    from core.numbers.citations import enforce_citations
    from core.numbers.citations_summary import format_citations_summary
    from core.numbers.claims import find_numeric_claims
    from core.numbers.edition_prose import ChapterProse, edition_prose
    from core.numbers.engine import VerificationEngine, VerificationSummary
    from core.numbers.fixes import Fix, apply_fix, find_fixes
    from core.numbers.paragraphs import ParagraphCoverage, citation_coverage
    from core.numbers.privacy import find_personal_data, redact
    from core.numbers.records import (
        CitationIssue,
        CitationReport,
        CitedNumber,
        Hedge,
        IssueCode,
        NumericClaim,
        QueryResult,
        Severity,
    )
    from core.numbers.results import read_results
    from core.numbers.rules import (
        CitationRules,
        CrossCheckRules,
        DecimalStyle,
        PersonalData,
        PrivacyRules,
        SanityRules,
        Tolerance,
        VerificationRules,
    )
    from core.numbers.rules_file import read_citation_rules, read_verification_rules
    from core.pipeline import bind_edition, generate_edition, generate_ideas_edition_chapter
    from core.poison import Ending, Injected, PoisonedDraft, Poisoning, poison_chapter
    from core.prompt import IDEAS_PROMPT_TEMPLATE, build_prompt, format_excerpts_markdown
    from core.readers import read_transcript
    from core.replacement import Fate, QuoteFate, compare_proofs
    from core.request import request_of
    from core.sections import parse_ideas_chapter, strip_llm_blockquotes
    from core.settings import Settings, read_settings
    from core.speakers import Roster, Speaker, SpeakerRef, SpeakerRole, resolve_speaker
    from core.transcript import TranscriptPair, Turn
    from core.unproven import find_unproven_prose
    from core.verify import Verdict, Verification, verify_edition
    from core.whitelist import WhitelistQuote, build_quote_whitelist
    from core.writers.data import write_json
    from core.writers.markdown import write_markdown
    from core.writers.webpage import write_html
    from core.writers.wording import PROMISE

_ROOMS = {
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
        "BadInput BrokenProof ClientError EditionError EvidenceError KeyMissing KeyRefused ModelUnknown NetworkTrouble "
        "OutOfReplies Problem QuotaExceeded ReplyTruncated RequestRefused ResultsError ServiceError ServiceTrouble "
        "SettingsError TimedOut TranscriptError UnknownChapter WorkbenchError"
    ),
    "evidence": "ChapterEvidence ClaimEvidence EvidenceMap Support read_evidence",
    "examination": "Examination examine_evidence",
    "excerpts": "EXCERPT_COUNTS select_deterministic_excerpts",
    "finishing": "finish_chapter",
    "gate": "Gate ReplyGate",
    "json_output": (
        "Artifact DebugRecord Extraction JsonMetrics Method ModelReply Repair clean_llm_response debug_record "
        "detect_markdown_artifacts extract_json extract_json_from_llm_response extract_json_from_response load_json "
        "safe_json_loads validate_json_with_pydantic"
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
    "writers.webpage": "write_html",
    "writers.markdown": "write_markdown",
    "writers.wording": "PROMISE",
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names.split()}

__all__ = [
    "EXCERPT_COUNTS",
    "IDEAS_PROMPT_TEMPLATE",
    "MEDIUM_QUOTES",
    "MEDIUM_WORDS_PER_CLAIM",
    "MIN_USABLE_QUOTE_LENGTH",
    "PROMISE",
    "STRONG_QUOTES",
    "STRONG_WORDS_PER_CLAIM",
    "Answer",
    "ArticleReport",
    "Artifact",
    "Axis",
    "BadInput",
    "BatteryReport",
    "BrokenProof",
    "Cast",
    "Certificate",
    "ChapterCoverage",
    "ChapterDraft",
    "ChapterEvidence",
    "ChapterProse",
    "CitationIssue",
    "CitationReport",
    "CitationRules",
    "CitedNumber",
    "ClaimEvidence",
    "Client",
    "ClientError",
    "CoreClaim",
    "Corruption",
    "CorruptionClass",
    "CoverageLevel",
    "CoverageThresholds",
    "CrossCheckRules",
    "DebugRecord",
    "DecimalStyle",
    "Decision",
    "Discrepancy",
    "DiscrepancyKind",
    "Edition",
    "EditionError",
    "Ending",
    "EnforcementPolicy",
    "EnforcementResult",
    "EvidenceError",
    "EvidenceMap",
    "Examination",
    "Extraction",
    "Fate",
    "Fix",
    "Gate",
    "GenerationRequest",
    "Hedge",
    "Injected",
    "IssueCode",
    "JsonMetrics",
    "KeyMissing",
    "KeyRefused",
    "LabelReport",
    "LevelMap",
    "Line",
    "MeaningWarning",
    "Mend",
    "MendKind",
    "MendedMap",
    "Method",
    "ModelReply",
    "ModelUnknown",
    "NetworkTrouble",
    "NumericClaim",
    "OfflineComposer",
    "OutOfReplies",
    "Outcome",
    "ParagraphCoverage",
    "PersonalData",
    "PoisonedDraft",
    "Poisoning",
    "PrivacyRules",
    "Problem",
    "ProseKind",
    "Purpose",
    "QueryResult",
    "QuotaExceeded",
    "QuoteFate",
    "Repair",
    "Reply",
    "ReplyGate",
    "ReplyTruncated",
    "RequestRefused",
    "ResultsError",
    "Roster",
    "Sampling",
    "SanityRules",
    "ScriptedClient",
    "ServiceError",
    "ServiceTrouble",
    "Settings",
    "SettingsError",
    "Severity",
    "Speaker",
    "SpeakerRef",
    "SpeakerRole",
    "StreamingClient",
    "Support",
    "Threshold",
    "TimedOut",
    "Tolerance",
    "TranscriptError",
    "TranscriptPair",
    "Turn",
    "UnknownChapter",
    "UnprovenProse",
    "Usage",
    "Verdict",
    "Verification",
    "VerificationEngine",
    "VerificationRules",
    "VerificationSummary",
    "WarningKind",
    "WhitelistQuote",
    "WorkbenchError",
    "WritingMode",
    "Written",
    "apply_fix",
    "apply_mends",
    "bind_edition",
    "build_prompt",
    "build_quote_whitelist",
    "canonicalize",
    "cast_speakers",
    "certify",
    "check_article",
    "citation_coverage",
    "clean_llm_response",
    "combine_coverages",
    "compare",
    "compare_proofs",
    "compute_chapter_coverage",
    "corruptions",
    "debug_record",
    "describe_labels",
    "detect_markdown_artifacts",
    "edition_prose",
    "enforce_citations",
    "enforce_core_claims_guest_only",
    "enforce_quote_whitelist",
    "examine_evidence",
    "extract_json",
    "extract_json_from_llm_response",
    "extract_json_from_response",
    "find_all_occurrences",
    "find_fixes",
    "find_meaning_warnings",
    "find_numeric_claims",
    "find_personal_data",
    "find_unproven_prose",
    "finish_chapter",
    "format_citations_summary",
    "format_excerpts_markdown",
    "gate_of",
    "generate_edition",
    "generate_ideas_edition_chapter",
    "load_json",
    "map_levels",
    "mend_to_span",
    "merge_weak_chapters",
    "next_step",
    "offer_mends",
    "parse_ideas_chapter",
    "poison_chapter",
    "prepare_line",
    "read_certificate",
    "read_citation_rules",
    "read_evidence",
    "read_results",
    "read_settings",
    "read_transcript",
    "read_verification_rules",
    "redact",
    "request_of",
    "resolve_speaker",
    "run_battery",
    "safe_json_loads",
    "select_deterministic_excerpts",
    "strip_llm_blockquotes",
    "validate_json_with_pydantic",
    "verify_edition",
    "write_html",
    "write_json",
    "write_markdown",
]


def __getattr__(name: str) -> object:
    room = _ROOM_OF.get(name)
    if room is None:
        raise AttributeError(f"module 'core' has no attribute {name!r}")
    return getattr(import_module(f"core.{room}"), name)


def __dir__() -> list[str]:
    return sorted(_ROOM_OF)
