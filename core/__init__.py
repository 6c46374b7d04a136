"""Quotes that are provably verbatim: from a transcript and an evidence map to a proven edition.

Every public name is importable from here; its module is loaded when the name is first used. `__init__.pyi` lists the
same names for type checkers.
"""

from importlib import import_module

_MODULES = {
    "answers.answer_text": "answer_data answer_markdown",
    "answers.diversity": "Dropped DropReason Selection apply_mmr_diversity select_diverse Similarity",
    "answers.excerpts": "excerpt_answer",
    "answers.feedback": "FeedbackColumns feedback_columns read_feedback",
    "answers.passage_transcript": "Ground",
    "answers.inline": "InlineGate inline_answer",
    "answers.prompts": "inline_request",
    "answers.passages": "passages_of",
    "answers.records": (
        "AnsweredClaim AnswerMode AnswerPolicy AnswerQuote AnswerUsage Citation CitationRef CitedAnswer Claim "
        "Correction Passage RefusalReason Refused SynthesisOutput"
    ),
    "answers.synthesis": "answer_question synthesize_answer",
    "answers.query_terms": "Question read_question",
    "answers.validation": "validate_citations",
    "editions.article_check": "ArticleReport check_article",
    "generation.retries": "Written gate_of next_step",
    "evaluation.corruptions": "BatteryReport Corruption CorruptionClass corruptions run_battery",
    "text.canonical": "canonicalize",
    "evidence.speaker_mapping": "Cast LabelReport cast_speakers describe_labels",
    "editions.certificate": "Certificate certify",
    "enforcement.results": "ChapterDraft CoreClaim Decision Edition EnforcementResult ProseKind UnprovenProse",
    "enforcement.core_claims": "enforce_core_claims_guest_only",
    "editions.pseudonyms.name_places": "NamePlace",
    "editions.pseudonyms.pseudonymise": "PseudonymisedEdition pseudonymise_edition",
    "editions.comparison": "Comparison Discrepancy DiscrepancyKind EditionText compare read_certificate",
    "generation.offline_client": "OfflineComposer",
    "coverage.levels": (
        "MEDIUM_QUOTES MEDIUM_WORDS_PER_CLAIM MIN_USABLE_QUOTE_LENGTH STRONG_QUOTES STRONG_WORDS_PER_CLAIM "
        "ChapterCoverage CoverageLevel CoverageThresholds combine_coverages compute_chapter_coverage "
        "MergedChapters merge_chapters merge_weak_chapters EXCERPT_COUNTS select_deterministic_excerpts"
    ),
    "enforcement.enforcer": "enforce_quote_whitelist",
    "enforcement.matcher": "EnforcementPolicy",
    "errors": (
        "BadInput BrokenProof ClientError ColumnsToChoose EditionError EvidenceError KeyMissing KeyRefused "
        "ModelUnknown NetworkTrouble NoTranscript OutOfReplies Problem QuotaExceeded RecordsError ReplyTruncated "
        "RequestRefused ResultsError ServiceError ServiceTrouble SettingsError TiersToChoose TimedOut TranscriptError "
        "UnknownChapter WorkbenchError"
    ),
    "evaluation.answer_table": "cost_markdown cost_table query_markdown query_table",
    "evaluation.measure_answer": "measure_answer",
    "evaluation.measure_chapter": "measure_chapter",
    "evaluation.coherence": "coherence_of judge_request read_judgement",
    "evaluation.criteria": "Figure FigureName five_figures",
    "evaluation.differences": "Certainty Difference differences",
    "evaluation.measures": "AMOUNTS METRICS Sums balance sum_units",
    "evaluation.records": "Amount Coherence Judged Metric Sample Statement Unit",
    "evaluation.proportion": "Interval Share",
    "evaluation.citation_support": "Supports judge_statement",
    "evidence.evidence_map": "ChapterEvidence ClaimEvidence EvidenceMap Support read_evidence write_evidence",
    "map_making.tables.quote_table": "QuoteTable read_quote_table",
    "map_making.tables.refi.write_project": "WrittenProject write_map_codebook write_map_project",
    "map_making.tables.write_table": "WrittenTable write_map_table",
    "map_making.tables.write_edition": "write_qdc write_qdpx write_quote_table",
    "map_making.doctor.diagnosis": "Diagnosis diagnose",
    "map_making.doctor.findings": "FindingKind MapFinding",
    "map_making.transcript_use": "TranscriptUse measure_use",
    "map_making.proposal.map_from_replies": "MapProposal WindowReply map_from_replies",
    "map_making.proposal.map_requests": "MapWindow map_requests",
    "map_making.outline.propose": "TalkOutline propose_outline",
    "whitelist.report": "Examination examine_evidence",
    "generation.finish_chapter": "finish_chapter",
    "enforcement.streaming": "Gate ReplyGate",
    "llm.json_output": (
        "DebugRecord Extraction Method ModelReply clean_llm_response debug_record detect_markdown_artifacts "
        "extract_json extract_json_from_llm_response extract_json_from_response load_json safe_json_loads "
        "validate_json_with_pydantic"
    ),
    "llm.read_call": "read_call",
    "llm.reply_faults": (
        "Artifact CONTENT_FILTERING_DETECTED FALLBACK_GENERATION_USED JSON_EXTRACTION_WARNING JSON_VALIDATION_ERROR "
        "JsonMetrics Repair ReplyReading"
    ),
    "coverage.sensitivity": "Axis LevelMap Threshold map_levels",
    "generation.line": "Line prepare_line",
    "llm.client": (
        "Answer Client GenerationRequest Outcome Purpose Reply Sampling ScriptedClient StreamingClient Usage "
        "WritingMode"
    ),
    "whitelist.occurrences": "find_all_occurrences",
    "enforcement.context_warnings": "MeaningWarning WarningKind find_meaning_warnings",
    "whitelist.corrections": "Mend MendedMap MendKind apply_mends mend_to_span offer_mends",
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
    "generation.pipeline": "bind_edition generate_edition generate_ideas_edition_chapter",
    "evaluation.injection": "Ending Injected PoisonedDraft Poisoning poison_chapter",
    "generation.prompt": "IDEAS_PROMPT_TEMPLATE build_prompt fill_template format_excerpts_markdown",
    "transcripts.pseudonyms.names": "Pseudonyms make_pseudonyms read_pseudonyms",
    "transcripts.pseudonyms.transcript": "PseudonymisedTranscript labels_of pseudonymise_transcript",
    "transcripts.readers": "read_transcript",
    "whitelist.changes": "Fate QuoteFate compare_proofs",
    "generation.requests": "request_of",
    "enforcement.parse_chapter": "parse_ideas_chapter",
    "prose.sections": "strip_llm_blockquotes",
    "generation.settings": "Settings read_settings",
    "transcripts.speakers": "Roster Speaker SpeakerRef SpeakerRole resolve_speaker",
    "transcripts.transcript": "TranscriptPair Turn",
    "enforcement.unmarked": "find_unproven_prose",
    "verify": "SecondProof Verdict Verification prove_again verify_document verify_edition",
    "whitelist.build": "WhitelistQuote build_quote_whitelist",
    "editions.export.json_data": "write_json",
    "editions.export.annotations": "write_annotations",
    "editions.export.documents.book": "write_epub",
    "editions.export.documents.document_blocks": "DocumentProof",
    "editions.export.documents.markdown_document": "write_markdown_document",
    "editions.export.documents.obsidian": "write_obsidian",
    "editions.export.documents.word_document": "write_docx",
    "editions.export.edition_map": "map_of_edition",
    "editions.export.markdown": "write_markdown",
    "editions.export.card": "write_card",
    "editions.export.podcast": "write_chapters write_soundbites",
    "editions.export.subtitles": "write_subtitles",
    "editions.export.webpage": "write_html",
    "editions.export.decision_labels": "PROMISE",
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names.split()}

__all__ = list(_MODULE_OF)  # pyright: ignore[reportUnsupportedDunderAll] the stub says which


def __getattr__(name: str) -> object:
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module 'core' has no attribute {name!r}")
    return getattr(import_module(f"core.{module}"), name)


def __dir__() -> list[str]:
    return sorted(_MODULE_OF)
