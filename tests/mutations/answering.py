"""Answers from records: what a quotation is, what may be named, what is kept, searched for, imported and shown."""

from tests.mutations.mutation import Mutation

_ANSWERS = "tests/core/answers"
_GUARDS = f"{_ANSWERS}/test_answer_guards.py"
_GROUND = f"{_ANSWERS}/test_passage_transcript.py"
_FOUND = f"{_GROUND}::test_exact_words_are_found_with_their_record"
_VERDICTS = f"{_ANSWERS}/test_answer_verdicts.py::test_what_a_model_wrote_becomes_what_the_table_says"
_INLINE = f"{_ANSWERS}/test_inline_answer.py"
_ANOTHERS = f"{_INLINE}::test_words_that_a_sentence_gives_to_another_speaker_are_no_quotation"
_NO_VECTOR = "a record without a vector keeps its first place"
_VALID = f"{_ANSWERS}/test_validation.py::test_quotes_stand_in_their_passage_or_do_not"
_SYNTHESIS = f"{_ANSWERS}/test_synthesis.py"
_BRIDGES = f"{_SYNTHESIS}::test_sentences_around_the_claims_hold_no_quotation_and_no_number"
_DIVERSITY = f"{_ANSWERS}/test_diversity.py"
_SEED = f"{_DIVERSITY}::test_the_two_passes_of_the_seed"
_INDEX = "tests/workbench/search/test_index_guards.py"
_CHANGED = "tests/workbench/store/session_file/test_changed_files.py::test_a_file_that_was_changed_is_refused"
_SHOWN = "tests/workbench/ui/ask/test_component.py"

ANSWERING = (
    Mutation(
        guard="a quotation lies in one record",
        file="core/enforcement/matcher.py",
        old="self._places[key] = one_turn_occurrences(self._transcript, whole)",
        new="self._places[key] = whole",
        tests=(f"{_GUARDS}::test_a_quotation_runs_over_no_end_of_a_record",),
    ),
    Mutation(
        guard="a quotation is proven under its own key",
        file="core/answers/passage_transcript/__init__.py",
        old="return quote if quote.quote_canonical == key else None",
        new="return quote",
        tests=(f"{_GUARDS}::test_what_would_be_another_quotation_when_it_is_read_again_is_none",),
    ),
    Mutation(
        guard="of the same words in two records the named one counts",
        file="core/answers/passage_transcript/__init__.py",
        old="named = [place for place in places if self._at(place.raw.start) == index]",
        new="named = []",
        tests=(f"{_FOUND}[it saves me an hour every week-r2-It saves me an hour every week!-r2]",),
    ),
    Mutation(
        guard="nobody is quoted with another speaker's words",
        file="core/answers/inline/record_names.py",
        old="return said or not_said_by(person)",
        new="return said",
        tests=(f"{_ANOTHERS}[\\u201c{{}}\\u201d-Bob Ray says: {{q}} (talk#1).-False]",),
    ),
    Mutation(
        guard="a reference names only what was sent",
        file="core/answers/inline/match_quotes.py",
        old="self._ground.named(reference.quote_id, self._shown)",
        new="self._ground.named(reference.quote_id)",
        tests=(f"{_INLINE}::test_of_the_others_only_the_summary_is_sent",),
    ),
    Mutation(
        guard="a short quotation says more than its claim",
        file="core/answers/passage_transcript/__init__.py",
        old="count_words(words) < least_words and not says_more(words, claim)",
        new="False",
        tests=(f"{_VERDICTS}[short-says-the-claim]",),
    ),
    Mutation(
        guard="an ellipsis that hides words is told",
        file="core/answers/passage_transcript/refusals.py",
        old="RefusalReason.ELIDED if within else self._reason(",
        new="self._reason(",
        tests=(f"{_VERDICTS}[elided-full-stops]",),
    ),
    Mutation(
        guard="a finished answer is read by a stranger",
        file="core/answers/inline/finish_answer.py",
        old="if found.verdict in _PASSING and found.quotations == len(enforced.quotes):",
        new="if found:",
        tests=(f"{_INLINE}::test_a_quotation_that_reads_as_anothers_is_left_out_not_the_whole_answer",),
    ),
    Mutation(
        guard="a sentence around the claims holds no number",
        file="core/answers/synthesis/check_claims.py",
        old="elif _has_number(text):",
        new="elif False:",
        tests=(f"{_BRIDGES}[Two themes stand out.-number_in_bridge]",),
    ),
    Mutation(
        guard="the quote of a claim begins and ends on whole tokens",
        file="core/answers/validation.py",
        old="if not (cuts_token(passage, start) or cuts_token(passage, end)):",
        new="if start < end:",
        tests=(f"{_VALID}[15-of-15000]",),
    ),
    Mutation(
        guard="an empty quote carries no claim",
        file="core/answers/validation.py",
        old='return [core if any(map(str.isalnum, core)) else "" for core in cores]',
        new="return [*cores]",
        tests=(f"{_GUARDS}::test_signs_alone_carry_no_claim[%]",),
    ),
    Mutation(
        guard="a model is asked a second time only once",
        file="core/answers/synthesis/next_step.py",
        old="    if second:\n",
        new="    if failed:\n",
        tests=(f"{_SYNTHESIS}::test_the_same_answers_give_the_same_step",),
    ),
    Mutation(
        guard="one claim that does not stand fells the answer unless a person keeps the others",
        file="core/answers/synthesis/next_step.py",
        old=" if policy.keep_valid else []",
        new="",
        tests=(f"{_SYNTHESIS}::test_without_that_the_passages_themselves_answer",),
    ),
    Mutation(
        guard="four passages are no synthesis",
        file="core/answers/synthesis/next_step.py",
        old="LEAST_PASSAGES = 5",
        new="LEAST_PASSAGES = 4",
        tests=(f"{_SYNTHESIS}::test_few_passages_are_no_synthesis[texts0]",),
    ),
    Mutation(
        guard="what a stranger's client raises is not said",
        file="core/answers/synthesis/answer_question.py",
        old='message = str(error) if isinstance(error, ClientError) else ""',
        new="message = str(error)",
        tests=(f"{_SYNTHESIS}::test_whatever_goes_wrong_the_passages_answer_and_it_is_logged[a stranger's error]",),
    ),
    Mutation(
        guard="an excerpt is its passage's slice in its source",
        file="core/answers/excerpts.py",
        old="span=Span(citation.offset + within.start, citation.offset + within.end)",
        new="span=within",
        tests=(f"{_ANSWERS}/test_excerpt_answer.py::test_an_answer_is_read_from_top_to_bottom",),
    ),
    Mutation(
        guard="no more passages of one file are sent than may be",
        file="core/answers/diversity.py",
        old="if len(taken) < max_per_file and len(result) < max_results and",
        new="if len(result) < max_results and",
        tests=(f"{_SEED}[cap-per-file]",),
    ),
    Mutation(
        guard="a course that was not seen goes first",
        file="core/answers/diversity.py",
        old="if not of_file[citation.file] and citation.course not in courses:",
        new="if not of_file[citation.file]:",
        tests=(f"{_SEED}[no-course-only-once-in-the-first-pass]",),
    ),
    Mutation(
        guard="a word that is typed is no operator of the search",
        file="workbench/search/fts_query.py",
        old="""return '"{}"'.format(words.replace('"', '""').replace("\\0", " "))""",
        new='return words.replace("\\0", " ")',
        tests=(f"{_INDEX}::test_every_word_that_is_typed_stands_in_marks[operators-summaries]",),
    ),
    Mutation(
        guard="a file that has not changed is not opened",
        file="workbench/search/ingest.py",
        old="if known is not None and known.looks_like(given) and not self._rehash:",
        new="if known is not None and known.looks_like(given) and self._rehash:",
        tests=(f"{_INDEX}::test_what_has_not_changed_is_not_opened",),
    ),
    Mutation(
        guard="a database of others is never made an index",
        file="workbench/search/sqlite_errors.py",
        old='return head.startswith(_HEADER) and head[_APPLICATION_ID_AT:] == APPLICATION_ID.to_bytes(4, "big")',
        new="return head.startswith(_HEADER)",
        tests=(f"{_INDEX}::test_a_database_of_others_keeps_its_bytes",),
    ),
    Mutation(
        guard="an imported quote is its passage's slice",
        file="workbench/store/answers/answer_checks.py",
        old="        and citation.text[start:end] == quote.text\n",
        new="",
        tests=(f"{_CHANGED}[an answer with other words in a quote]",),
    ),
    Mutation(
        guard="of a reply that comes only what the gate let through is seen",
        file="workbench/jobs/call_status.py",
        old='text=gate.text if gate else ""',
        new="text=call.text",
        tests=("tests/workbench/jobs/answers/test_watched_answer.py::test_an_open_quotation_is_not_seen",),
    ),
    Mutation(
        guard="of a question that is stopped before anything was found nothing is kept",
        file="workbench/jobs/answers/answer_worker.py",
        old="            if not self._found.citations:\n                raise\n",
        new="",
        tests=("tests/workbench/jobs/answers/test_answer_worker.py::test_a_stop_while_it_is_searched[Xylophones?-0]",),
    ),
    Mutation(
        guard="a quote that is not its passage's slice is not shown",
        file="workbench/ui/ask/component/blocks.py",
        old=" and quote.within.slice(citation.text) == quote.text",
        new="",
        tests=(f"{_SHOWN}::test_words_that_do_not_stand_in_their_record_never_reach_the_browser[not its slice]",),
    ),
    Mutation(
        guard="nothing told in an export reads as a label or a table",
        file="core/answers/answer_text.py",
        old="[{COLONS}|]",
        new="[{COLONS}]",
        tests=(f"{_ANSWERS}/test_answer_text.py::test_the_export_is_the_form_of_seed_4",),
    ),
    Mutation(
        guard="a record without a vector keeps its place",
        file="core/answers/rank_fusion.py",
        old="fused.insert(place, name)",
        new="fused.append(name)",
        tests=(f"{_ANSWERS}/test_rank_fusion.py::test_the_order_of_both[{_NO_VECTOR}]",),
    ),
    Mutation(
        guard="a vector goes with its passage",
        file="workbench/search/vectors.py",
        old="DELETE FROM vectors WHERE passage_id = old.passage_id;",
        new="SELECT 1;",
        tests=("tests/workbench/search/test_vector_search.py::test_vectors_go_with_their_passages",),
    ),
)
