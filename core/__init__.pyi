"""The public names of `core`, for type checkers; `__init__.py` loads each from its module."""

from core.answers.answer_text import (
    answer_data as answer_data,
    answer_markdown as answer_markdown,
)
from core.answers.diversity import (
    Dropped as Dropped,
    DropReason as DropReason,
    Selection as Selection,
    apply_mmr_diversity as apply_mmr_diversity,
    select_diverse as select_diverse,
    Similarity as Similarity,
)
from core.answers.excerpts import (
    excerpt_answer as excerpt_answer,
)
from core.answers.feedback import (
    FeedbackColumns as FeedbackColumns,
    feedback_columns as feedback_columns,
    read_feedback as read_feedback,
)
from core.answers.passage_transcript import Ground as Ground
from core.answers.inline import InlineGate as InlineGate, inline_answer as inline_answer
from core.answers.prompts import inline_request as inline_request
from core.answers.passages import (
    passages_of as passages_of,
)
from core.answers.records import (
    AnsweredClaim as AnsweredClaim,
    AnswerMode as AnswerMode,
    AnswerPolicy as AnswerPolicy,
    AnswerQuote as AnswerQuote,
    AnswerUsage as AnswerUsage,
    Citation as Citation,
    CitationRef as CitationRef,
    CitedAnswer as CitedAnswer,
    Claim as Claim,
    Correction as Correction,
    Passage as Passage,
    RefusalReason as RefusalReason,
    Refused as Refused,
    SynthesisOutput as SynthesisOutput,
)
from core.answers.synthesis import (
    answer_question as answer_question,
    synthesize_answer as synthesize_answer,
)
from core.answers.query_terms import Question as Question, read_question as read_question
from core.answers.validation import (
    validate_citations as validate_citations,
)
from core.editions.article_check import ArticleReport as ArticleReport, check_article as check_article
from core.generation.retries import Written as Written, gate_of as gate_of, next_step as next_step
from core.evaluation.corruptions import (
    BatteryReport as BatteryReport,
    Corruption as Corruption,
    CorruptionClass as CorruptionClass,
    corruptions as corruptions,
    run_battery as run_battery,
)
from core.text.canonical import canonicalize as canonicalize
from core.evidence.speaker_mapping import (
    Cast as Cast,
    LabelReport as LabelReport,
    cast_speakers as cast_speakers,
    describe_labels as describe_labels,
)
from core.editions.certificate import Certificate as Certificate, certify as certify
from core.enforcement.results import (
    ChapterDraft as ChapterDraft,
    CoreClaim as CoreClaim,
    Decision as Decision,
    Edition as Edition,
    EnforcementResult as EnforcementResult,
    ProseKind as ProseKind,
    UnprovenProse as UnprovenProse,
)
from core.enforcement.core_claims import enforce_core_claims_guest_only as enforce_core_claims_guest_only
from core.editions.comparison import (
    Comparison as Comparison,
    Discrepancy as Discrepancy,
    DiscrepancyKind as DiscrepancyKind,
    EditionText as EditionText,
    compare as compare,
    read_certificate as read_certificate,
)
from core.editions.pseudonyms.name_places import NamePlace as NamePlace
from core.editions.pseudonyms.pseudonymise import (
    PseudonymisedEdition as PseudonymisedEdition,
    pseudonymise_edition as pseudonymise_edition,
)
from core.generation.offline_client import OfflineComposer as OfflineComposer
from core.coverage.levels import (
    MEDIUM_QUOTES as MEDIUM_QUOTES,
    MEDIUM_WORDS_PER_CLAIM as MEDIUM_WORDS_PER_CLAIM,
    MIN_USABLE_QUOTE_LENGTH as MIN_USABLE_QUOTE_LENGTH,
    STRONG_QUOTES as STRONG_QUOTES,
    STRONG_WORDS_PER_CLAIM as STRONG_WORDS_PER_CLAIM,
    ChapterCoverage as ChapterCoverage,
    CoverageLevel as CoverageLevel,
    CoverageThresholds as CoverageThresholds,
    MergedChapters as MergedChapters,
    combine_coverages as combine_coverages,
    compute_chapter_coverage as compute_chapter_coverage,
    merge_chapters as merge_chapters,
    merge_weak_chapters as merge_weak_chapters,
    EXCERPT_COUNTS as EXCERPT_COUNTS,
    select_deterministic_excerpts as select_deterministic_excerpts,
)
from core.enforcement.enforcer import enforce_quote_whitelist as enforce_quote_whitelist
from core.enforcement.matcher import EnforcementPolicy as EnforcementPolicy
from core.errors import (
    BadInput as BadInput,
    BrokenProof as BrokenProof,
    ClientError as ClientError,
    ColumnsToChoose as ColumnsToChoose,
    EditionError as EditionError,
    EvidenceError as EvidenceError,
    KeyMissing as KeyMissing,
    KeyRefused as KeyRefused,
    ModelUnknown as ModelUnknown,
    NetworkTrouble as NetworkTrouble,
    NoTranscript as NoTranscript,
    OutOfReplies as OutOfReplies,
    Problem as Problem,
    QuotaExceeded as QuotaExceeded,
    RecordsError as RecordsError,
    ReplyTruncated as ReplyTruncated,
    RequestRefused as RequestRefused,
    ResultsError as ResultsError,
    ServiceError as ServiceError,
    ServiceTrouble as ServiceTrouble,
    SettingsError as SettingsError,
    TiersToChoose as TiersToChoose,
    TimedOut as TimedOut,
    TranscriptError as TranscriptError,
    UnknownChapter as UnknownChapter,
    WorkbenchError as WorkbenchError,
)
from core.evaluation.answer_table import (
    cost_markdown as cost_markdown,
    cost_table as cost_table,
    query_markdown as query_markdown,
    query_table as query_table,
)
from core.evaluation.measure_answer import measure_answer as measure_answer
from core.evaluation.measure_chapter import measure_chapter as measure_chapter
from core.evaluation.coherence import (
    coherence_of as coherence_of,
    judge_request as judge_request,
    read_judgement as read_judgement,
)
from core.evaluation.criteria import (
    Figure as Figure,
    FigureName as FigureName,
    five_figures as five_figures,
)
from core.evaluation.differences import (
    Certainty as Certainty,
    Difference as Difference,
    differences as differences,
)
from core.evaluation.measures import (
    AMOUNTS as AMOUNTS,
    METRICS as METRICS,
    Sums as Sums,
    balance as balance,
    sum_units as sum_units,
)
from core.evaluation.records import (
    Amount as Amount,
    Coherence as Coherence,
    Judged as Judged,
    Metric as Metric,
    Sample as Sample,
    Statement as Statement,
    Unit as Unit,
)
from core.evaluation.proportion import Interval as Interval, Share as Share
from core.evaluation.citation_support import (
    Supports as Supports,
    judge_statement as judge_statement,
)
from core.evidence.evidence_map import (
    ChapterEvidence as ChapterEvidence,
    ClaimEvidence as ClaimEvidence,
    EvidenceMap as EvidenceMap,
    Support as Support,
    read_evidence as read_evidence,
    write_evidence as write_evidence,
)
from core.map_making.tables.quote_table import QuoteTable as QuoteTable, read_quote_table as read_quote_table
from core.map_making.tables.refi.write_project import (
    WrittenProject as WrittenProject,
    write_map_codebook as write_map_codebook,
    write_map_project as write_map_project,
)
from core.map_making.tables.write_edition import (
    write_qdc as write_qdc,
    write_qdpx as write_qdpx,
    write_quote_table as write_quote_table,
)
from core.map_making.tables.write_table import WrittenTable as WrittenTable, write_map_table as write_map_table
from core.map_making.proposal.map_from_replies import (
    MapProposal as MapProposal,
    WindowReply as WindowReply,
    map_from_replies as map_from_replies,
)
from core.map_making.proposal.map_requests import MapWindow as MapWindow, map_requests as map_requests
from core.map_making.outline.propose import TalkOutline as TalkOutline, propose_outline as propose_outline
from core.map_making.doctor.diagnosis import Diagnosis as Diagnosis, diagnose as diagnose
from core.map_making.doctor.findings import FindingKind as FindingKind, MapFinding as MapFinding
from core.map_making.transcript_use import TranscriptUse as TranscriptUse, measure_use as measure_use
from core.whitelist.report import Examination as Examination, examine_evidence as examine_evidence
from core.generation.finish_chapter import finish_chapter as finish_chapter
from core.enforcement.streaming import Gate as Gate, ReplyGate as ReplyGate
from core.llm.json_output import (
    DebugRecord as DebugRecord,
    Extraction as Extraction,
    Method as Method,
    ModelReply as ModelReply,
    clean_llm_response as clean_llm_response,
    debug_record as debug_record,
    detect_markdown_artifacts as detect_markdown_artifacts,
    extract_json as extract_json,
    extract_json_from_llm_response as extract_json_from_llm_response,
    extract_json_from_response as extract_json_from_response,
    load_json as load_json,
    safe_json_loads as safe_json_loads,
    validate_json_with_pydantic as validate_json_with_pydantic,
)
from core.llm.read_call import read_call as read_call
from core.llm.reply_faults import (
    CONTENT_FILTERING_DETECTED as CONTENT_FILTERING_DETECTED,
    FALLBACK_GENERATION_USED as FALLBACK_GENERATION_USED,
    JSON_EXTRACTION_WARNING as JSON_EXTRACTION_WARNING,
    JSON_VALIDATION_ERROR as JSON_VALIDATION_ERROR,
    Artifact as Artifact,
    JsonMetrics as JsonMetrics,
    Repair as Repair,
    ReplyReading as ReplyReading,
)
from core.coverage.sensitivity import (
    Axis as Axis,
    LevelMap as LevelMap,
    Threshold as Threshold,
    map_levels as map_levels,
)
from core.generation.line import Line as Line, prepare_line as prepare_line
from core.llm.client import (
    Answer as Answer,
    Client as Client,
    GenerationRequest as GenerationRequest,
    Outcome as Outcome,
    Purpose as Purpose,
    Reply as Reply,
    Sampling as Sampling,
    ScriptedClient as ScriptedClient,
    StreamingClient as StreamingClient,
    Usage as Usage,
    WritingMode as WritingMode,
)
from core.whitelist.occurrences import find_all_occurrences as find_all_occurrences
from core.enforcement.context_warnings import (
    MeaningWarning as MeaningWarning,
    WarningKind as WarningKind,
    find_meaning_warnings as find_meaning_warnings,
)
from core.whitelist.corrections import (
    Mend as Mend,
    MendedMap as MendedMap,
    MendKind as MendKind,
    apply_mends as apply_mends,
    mend_to_span as mend_to_span,
    offer_mends as offer_mends,
)
from core.numbers.citations import (
    enforce_citations as enforce_citations,
)
from core.numbers.citations_summary import (
    format_citations_summary as format_citations_summary,
)
from core.numbers.claims import (
    find_numeric_claims as find_numeric_claims,
)
from core.numbers.edition_prose import (
    ChapterProse as ChapterProse,
    edition_prose as edition_prose,
)
from core.numbers.engine import (
    VerificationEngine as VerificationEngine,
    VerificationSummary as VerificationSummary,
)
from core.numbers.fixes import (
    Fix as Fix,
    apply_fix as apply_fix,
    find_fixes as find_fixes,
)
from core.numbers.paragraphs import (
    ParagraphCoverage as ParagraphCoverage,
    citation_coverage as citation_coverage,
)
from core.numbers.privacy import (
    find_personal_data as find_personal_data,
    redact as redact,
)
from core.numbers.records import (
    CitationIssue as CitationIssue,
    CitationReport as CitationReport,
    CitedNumber as CitedNumber,
    Hedge as Hedge,
    IssueCode as IssueCode,
    NumericClaim as NumericClaim,
    QueryResult as QueryResult,
    Severity as Severity,
)
from core.numbers.results import (
    read_results as read_results,
)
from core.numbers.rules import (
    CitationRules as CitationRules,
    CrossCheckRules as CrossCheckRules,
    DecimalStyle as DecimalStyle,
    PersonalData as PersonalData,
    PrivacyRules as PrivacyRules,
    SanityRules as SanityRules,
    Tolerance as Tolerance,
    VerificationRules as VerificationRules,
)
from core.numbers.rules_file import (
    read_citation_rules as read_citation_rules,
    read_verification_rules as read_verification_rules,
)
from core.generation.pipeline import (
    bind_edition as bind_edition,
    generate_edition as generate_edition,
    generate_ideas_edition_chapter as generate_ideas_edition_chapter,
)
from core.evaluation.injection import (
    Ending as Ending,
    Injected as Injected,
    PoisonedDraft as PoisonedDraft,
    Poisoning as Poisoning,
    poison_chapter as poison_chapter,
)
from core.generation.prompt import (
    IDEAS_PROMPT_TEMPLATE as IDEAS_PROMPT_TEMPLATE,
    build_prompt as build_prompt,
    fill_template as fill_template,
    format_excerpts_markdown as format_excerpts_markdown,
)
from core.transcripts.pseudonyms.names import (
    Pseudonyms as Pseudonyms,
    make_pseudonyms as make_pseudonyms,
    read_pseudonyms as read_pseudonyms,
)
from core.transcripts.pseudonyms.transcript import (
    PseudonymisedTranscript as PseudonymisedTranscript,
    labels_of as labels_of,
    pseudonymise_transcript as pseudonymise_transcript,
)
from core.transcripts.readers import read_transcript as read_transcript
from core.whitelist.changes import Fate as Fate, QuoteFate as QuoteFate, compare_proofs as compare_proofs
from core.generation.requests import request_of as request_of
from core.prose.sections import (
    strip_llm_blockquotes as strip_llm_blockquotes,
)
from core.generation.settings import Settings as Settings, read_settings as read_settings
from core.transcripts.speakers import (
    Roster as Roster,
    Speaker as Speaker,
    SpeakerRef as SpeakerRef,
    SpeakerRole as SpeakerRole,
    resolve_speaker as resolve_speaker,
)
from core.transcripts.transcript import TranscriptPair as TranscriptPair, Turn as Turn
from core.enforcement.unmarked import find_unproven_prose as find_unproven_prose
from core.verify import (
    SecondProof as SecondProof,
    Verdict as Verdict,
    Verification as Verification,
    prove_again as prove_again,
    verify_document as verify_document,
    verify_edition as verify_edition,
)
from core.whitelist.build import WhitelistQuote as WhitelistQuote, build_quote_whitelist as build_quote_whitelist
from core.editions.export.annotations import write_annotations as write_annotations
from core.editions.export.card import write_card as write_card
from core.editions.export.documents.book import write_epub as write_epub
from core.editions.export.documents.document_blocks import DocumentProof as DocumentProof
from core.editions.export.documents.markdown_document import write_markdown_document as write_markdown_document
from core.editions.export.documents.obsidian import write_obsidian as write_obsidian
from core.editions.export.documents.word_document import write_docx as write_docx
from core.editions.export.edition_map import map_of_edition as map_of_edition
from core.editions.export.json_data import write_json as write_json
from core.editions.export.podcast import write_chapters as write_chapters, write_soundbites as write_soundbites
from core.editions.export.subtitles import write_subtitles as write_subtitles
from core.editions.export.markdown import write_markdown as write_markdown
from core.editions.export.webpage import write_html as write_html
from core.editions.export.decision_labels import PROMISE as PROMISE

__all__: list[str]
from core.enforcement.parse_chapter import parse_ideas_chapter as parse_ideas_chapter
