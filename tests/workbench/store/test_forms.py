from typing import Any

from pydantic.json_schema import models_json_schema

from workbench.store import ExperimentPlan, LineSummary, OpenQuestion, OpenRun, ProposalPlan, StoredUnit
from workbench.store.answers.answer_records import AnswerContents, AnswerSummary
from workbench.store.database.migrations import STEPS
from workbench.store.session_file.session_contents import SessionFile

# The fields (or values) of every record that is stored as JSON, as programs of this migration read them.
AS_OF = "made_titles"
FORMS = {
    "ActGroup": "seen kind acts",
    "AddChapter": "seen kind title new_id before note proposal",
    "AddClaim": "seen kind chapter_id words new_id before note proposal",
    "AddPassage": "seen kind addition",
    "AddSupport": "seen kind claim_id span quote speaker new_id before note proposal",
    "ChangeSpan": "seen kind row_id span quote speaker",
    "DeclareSpeaker": "seen kind speaker",
    "DeleteRow": "seen row row_id kind",
    "JudgeRow": "seen row row_id kind accept",
    "MendQuote": "seen kind mend",
    "MergeRows": "seen row row_id kind into",
    "MoveRow": "seen row row_id kind into before",
    "ProposedQuote": "origin span quote",
    "RejectProposed": "seen kind quotes rejected",
    "RowLevel": "chapter claim support",
    "RowOrigin": "person model outline table",
    "RowProposal": "origin words_by made_by",
    "SplitRow": "seen row row_id kind at words new_id",
    "WriteNote": "seen row row_id kind note",
    "WordsBy": "model person",
    "WriteWords": "seen row row_id kind words",
    "Addition": "evidence_id chapter_index claim_index quote speaker raw_span claim",
    "Amount": "found kept replaced unquoted dropped corrected fabricated_before fabricated_after "
    "elided_before elided_after joined_before joined_after wrong_speaker_before wrong_speaker_after "
    "other_record_before other_record_after inflected_before inflected_after reworded_before reworded_after "
    "invented_before invented_after quotations unproven_sentences unquoted_verbatim words target_words reachable_words "
    "changed_bytes calls characters input_tokens output_tokens cost first_token first_proven seconds",
    "Answer": "purpose reply",
    "AnswerContents": "asked_at answer settings found left_out notice calls",
    "AnswerMode": "synthesis inline excerpts baseline",
    "AnswerQuote": "text record_id source within span speaker proven",
    "AnswerSettings": "mode most candidates max_per_file diversity lambda_ search_in domain least_words by_reference "
    "keep_valid raw_records sampling",
    "AnswerSummary": "answer_id number asked_at question mode client model quotes refused fallback_reason",
    "AnswerUsage": "calls requests input_tokens output_tokens thinking_tokens cached_tokens cost_usd seconds "
    "seconds_to_first tokens_saved",
    "AnsweredClaim": "claim_text quote",
    "Artifact": "markdown_code_blocks unicode_escapes leading_text trailing_text multiple_json think_tags "
    "escaped_json_string html_entities trailing_comma single_quotes python_literals comments smart_quotes "
    "control_chars nan_infinity duplicate_keys truncated empty content_filter bom wrapped_in_json",
    "CallFacts": "position number chapter_index purpose outcome finish_reason trouble missing client model usage "
    "requests restarts started_at seconds first_token first_proven cost reading",
    "CallRecord": "position number chapter_index purpose outcome finish_reason trouble missing client model usage "
    "requests restarts started_at seconds first_token first_proven cost reading system prompt reply",
    "Cast": "label person role pseudonym",
    "ChapterCoverage": "chapter_index level usable_quotes quote_words_per_claim quotes_per_claim target_words "
    "generation_mode reachable_words",
    "ChapterDraft": "chapter_index effective_index title narrative key_excerpts core_claims coverage enforcement "
    "blocks text fallback prompt_sha256 chapter_indices attempt",
    "Citation": "index title uri text document_name confidence file_path metadata record_id summary speaker offset "
    "start_seconds",
    "CitedAnswer": "question mode blocks claims quotes refused corrections citations fallback_reason client model "
    "usage",
    "ClientChoice": "kind model base_url name replies every_call words_per_second",
    "Coherence": "judge samples",
    "CoreClaim": "claim supporting_quote speaker_name quote_id",
    "Correction": "written quote named",
    "CoverageLevel": "strong medium weak",
    "CoverageThresholds": "min_usable_words strong_quotes strong_words_per_claim medium_quotes medium_words_per_claim "
    "strong medium weak",
    "Decision": "action place finding original quote_id raw_span sentence corrected_name wrong_name",
    "DecisionAction": "kept replaced unquoted dropped",
    "DecisionPlace": "narrative own_excerpts core_claim",
    "EarVerdict": "quote_id raw_sha256 recording_sha256 says_so note name heard_at",
    "Edit": "number position text made_at undone after",
    "Edition": "title chapters quotes speakers notices transcript_name transcript_sha256 raw_sha256 "
    "transcript_chosen client model mode verdict unaccepted_rows",
    "EditionQuote": "quote_id text raw_span speaker_id speaker_name speaker_verified start_seconds end_seconds times "
    "least_certain listen_first",
    "EditionSpeaker": "speaker_id speaker_name speaker_role labels",
    "Emphasis": " em strong",
    "EnforcementResult": "text replaced dropped decisions unproven warnings",
    "ExperimentPlan": "title variants subjects repeats reference judge seed",
    "ExportedAnswer": "asked_at answer settings found left_out notice calls number",
    "ExportedNumbers": "results table citation verification with_chapters narratives",
    "ExportedPreset": "name thresholds",
    "ExportedRun": "number started_at finished_at client model mode chapters quotations verdict fallbacks settings "
    "edition certificate replies edits calls",
    "ExportedSource": "sha256 size base64",
    "Heading": "level inlines",
    "JudgeChoice": "client samples support sampling",
    "Judged": "words verbatim cited action reason written raw_span by source quote_id kind nearest",
    "LevelPlan": "target_words generation_mode excerpts",
    "LineSummary": "key quotes rejected levels",
    "ListBlock": "ordered items",
    "MeaningWarning": "kind words raw_span quote_span",
    "MadeBy": "model prompt_sha256 window date",
    "Mend": "kind evidence_id was_quote was_speaker quote speaker",
    "MendKind": "transcript_words speaker trim",
    "Metric": "verbatim_before verbatim_after citation_before citation_after attribution_before attribution_after "
    "hallucination_before hallucination_after written guest_claims quotes_used words_quoted citation_recall "
    "citation_precision excerpts_slices claims_by_guests within_target",
    "NarrativeChange": "span words",
    "NarrativeContents": "name text changes",
    "OmittedPassage": "record_id source why",
    "OpenChapter": "position chapter_index calls reply draft answers",
    "OpenQuestion": "answer_id question asked_at owner leased_until",
    "OpenRun": "run_id session_id number state message owner leased_until stop_requested started_at recipe chapters",
    "Outcome": "complete truncated refused transient fatal",
    "Paragraph": "inlines",
    "PassageDiversity": "similarity courses",
    "PlanCell": "variant subject repeat",
    "PlanSubject": "name material chapters questions",
    "PlanVariant": "name client settings asking",
    "ProseKind": "lost_marks verbatim mention",
    "ProposalPlan": "transcript guests hosts client windows",
    "Purpose": "first second simpler continuation",
    "QuotationKind": "elided joined wrong_speaker other_record inflected reworded invented",
    "QuotationFinding": "whitelisted other_chapter part_of_whitelisted verbatim_not_whitelisted wrong_speaker "
    "not_in_transcript unknown_reference repeated strict_narrative not_attributed not_whitelisted",
    "Quote": "text quote_id raw_span speaker",
    "QuoteBlock": "quote",
    "RefusalReason": "unknown_record not_in_records other_record partial_word elided joined from_summary too_short "
    "too_long unknown_reference repeated quotation_in_bridge number_in_bridge",
    "Recording": "path sha256 size kind",
    "RecordingKind": "mp3 m4a wav ogg webm",
    "Refused": "words reason message claim_text record_id nearest",
    "Repair": "trailing_comma single_quotes python_literals comments smart_quotes nan_infinity html_entities "
    "unquoted_keys missing_comma extra_comma invalid_escapes number_as_text json_repair",
    "Reply": "text missing outcome finish_reason trouble usage requests",
    "ReplyReading": "ok artifacts repairs valid",
    "RunPlan": "material client chapters",
    "RunState": "running stopped failed",
    "Sample": "score reason why",
    "Sampling": "temperature seed most_tokens",
    "SessionFile": "format format_version title created_at transcript evidence settings under_pseudonyms recording "
    "recording_url casts acts ear_verdicts presets runs answers numbers sources",
    "SessionMaterial": "transcript evidence casts settings acts denied title",
    "Settings": "thresholds mode strict_narrative allow_fragments prompt_template sampling second_attempt listen_below "
    "leave_out_denied",
    "Share": "k n",
    "SourceFile": "name sha256 size form chosen",
    "Span": "start end",
    "Speaker": "speaker_id speaker_name speaker_role aliases",
    "SpeakerRef": "speaker_id speaker_name speaker_role",
    "SpeakerRole": "host guest caller clip unclear",
    "Statement": "text citations supported needed",
    "StoredAct": "number act made_at undone",
    "StoredUnit": "cell position unit text calls judging paid",
    "SubjectQuestion": "text citations found",
    "TextRun": "text emphasis",
    "Unit": "subject key title level trouble shares amounts quotations statements words_by words_at coherence left_out",
    "UnprovenProse": "kind words sentence paragraph span title",
    "TimesOf": "words units turn",
    "UncertainWord": "word confidence",
    "Usage": "input_tokens output_tokens thinking_tokens cached_tokens",
    "WarningKind": "negation hedge condition question reported_speech",
    "WhitelistQuote": "quote_id quote_text quote_canonical speaker source_evidence_ids chapter_indices match_spans "
    "raw_spans speaker_verified start_seconds "
    "end_seconds times least_certain",
    "WritingMode": "reference quote free",
}


def names_in(schema: dict[str, Any]) -> str:
    """Return the names of a record's fields, of a list's places, or an enumeration's values."""
    places = [place["title"].lower() for place in schema.get("prefixItems", ())]
    return " ".join(schema.get("properties") or schema.get("enum") or places)


def test_what_is_stored_changes_its_form_with_a_migration_only() -> None:
    """An older program refuses a migration that it does not know, and says why; a field or a value that it does not
    know it would take for damage. Whoever changes a form adds a migration (an empty one, where older rows still read
    well), raises FORMAT_VERSION, and then changes this table."""
    runs = (SessionFile, LineSummary, OpenRun, ProposalPlan)
    kinds = (*runs, AnswerContents, AnswerSummary, OpenQuestion, ExperimentPlan, StoredUnit)
    _, schema = models_json_schema([(kind, "validation") for kind in kinds])
    forms = {name: names_in(one) for name, one in schema["$defs"].items()}
    assert forms == FORMS
    assert list(STEPS)[-1] == AS_OF
