"""Asking a model: what is sent, what comes, what is kept of it, and what it took."""

from tests.mutations.mutation import Mutation

_ATTEMPTS_FILE = "tests/core/generation/test_retries.py"
_ATTEMPTS = f"{_ATTEMPTS_FILE}::test_what_follows_from_which_answers"
_PIPELINE = "tests/core/generation/test_pipeline.py"
_CLIENTS = "tests/workbench/providers"
_OPENAI = f"{_CLIENTS}/test_openai_compatible.py"
_RETRYING = f"{_CLIENTS}/test_retry.py"
_KEYS = "tests/workbench/providers/test_keys.py"
_CALLS = "tests/workbench/jobs/test_calls.py"
_STORED = "tests/workbench/store/test_calls.py"
_GENERATION = "tests/workbench/jobs/runs"
_RESUMED = "test_a_run_whose_call_failed_goes_on_with_that_call"

ASKING = (
    Mutation(
        guard="a refusal in other words than the usual is no chapter",
        file="core/generation/retries/attempt.py",
        old="return NoChapterReason.APOLOGY if is_refusal_text(unwrapped.text) else None",
        new="return None",
        tests=(f"{_ATTEMPTS}[the first is a refusal in German]",),
    ),
    Mutation(
        guard="a reply that was cut off is no chapter",
        file="core/generation/retries/next_step.py",
        old="if first.outcome is not Outcome.COMPLETE:",
        new="if first.outcome is Outcome.REFUSED:",
        tests=(f"{_ATTEMPTS}[the first ended too early twice]",),
    ),
    Mutation(
        guard="a reply is continued once",
        file="core/generation/retries/attempt.py",
        old="incomplete_continuation_reason(first, rest), continued=True",
        new="incomplete_continuation_reason(first, rest), continued=True, needs_continuation=True",
        tests=(f"{_ATTEMPTS}[the first ended too early twice]",),
    ),
    Mutation(
        guard="the simpler prompt is sent once",
        file="core/generation/retries/next_step.py",
        old="if simpler is None:",
        new="if simpler is None or simpler.outcome is Outcome.REFUSED:",
        tests=(f"{_ATTEMPTS_FILE}::test_what_a_service_says_is_no_quotation",),
    ),
    Mutation(
        guard="a second attempt stands only where less of it fell",
        file="core/generation/retries/second_attempt.py",
        old="return fewer_rejected and count_proven_quotes(second) >= count_proven_quotes(first)",
        new="return count_proven_quotes(second) >= count_proven_quotes(first)",
        tests=(f"{_ATTEMPTS}[the second is as good as the first]",),
    ),
    Mutation(
        guard="a second attempt stands only where no less of it was proven",
        file="core/generation/retries/second_attempt.py",
        old=" and count_proven_quotes(second) >= count_proven_quotes(first)",
        new="",
        tests=(f"{_ATTEMPTS}[the second proves fewer]",),
    ),
    Mutation(
        guard="the simpler prompt holds no words of the transcript",
        file="core/generation/retry_prompts.py",
        old="number of words: {len(quote.quote_text.split())}",
        new="words: {quote.quote_text}",
        tests=("tests/core/generation/test_requests.py::test_the_simpler_prompt_holds_no_words_of_the_transcript",),
    ),
    Mutation(
        guard="what a continuation repeats stands once",
        file="core/llm/continuation/__init__.py",
        old="matched = self._matched\n",
        new="matched = 0\n",
        tests=("tests/core/llm/test_continuation.py::test_what_is_repeated_stands_once[the last words are repeated]",),
    ),
    Mutation(
        guard="a service's words stand in a chapter without marks",
        file="core/generation/finish_chapter.py",
        old="inlines=(TextRun(text=unmarked(text)),)",
        new="inlines=(TextRun(text=text),)",
        tests=(f"{_PIPELINE}::test_what_is_said_of_a_reply_is_no_quotation[JSON without a chapter]",),
    ),
    Mutation(
        guard="of Gemini's finish reasons only STOP is complete",
        file="workbench/providers/gemini/gemini_replies.py",
        old="if self._finish == _STOP and not self._block:",
        new="if self._finish and not self._block:",
        tests=(f"{_CLIENTS}/test_gemini.py::test_a_stream_ends_as_was_thought[MAX_TOKENS]",),
    ),
    Mutation(
        guard="of an OpenAI-compatible server's finish reasons only stop is complete",
        file="workbench/providers/openai/openai_reply.py",
        old='case "stop":',
        new='case other if other != "length":',
        tests=(f"{_OPENAI}::test_every_fault_has_its_end[finish reason novel_reason]",),
    ),
    Mutation(
        guard="a stream that ends in silence is not complete",
        file="workbench/providers/finish_reasons.py",
        old="outcome=Outcome.TRUNCATED, finish_reason=NO_REASON",
        new="outcome=Outcome.COMPLETE, finish_reason=NO_REASON",
        tests=(f"{_RETRYING}::test_a_stream_that_ends_in_silence_is_truncated",),
    ),
    Mutation(
        guard="what cannot pass is not asked again",
        file="workbench/providers/transport/retry.py",
        old="if not error.is_transient:",
        new="if error.args == ():",
        tests=(f"{_OPENAI}::test_a_reply_in_one_piece_has_the_same_ends[whole: 401]",),
    ),
    Mutation(
        guard="a refused request is none that may pass",
        file="workbench/providers/openai/openai_errors.py",
        old="if 400 <= status < 500:",
        new="if status == 400:",
        tests=(f"{_OPENAI}::test_every_fault_has_its_end[404 as a web page]",),
    ),
    Mutation(
        guard="a service that wants to be left alone is not asked before",
        file="workbench/providers/transport/retry.py",
        old="return error.retry_after\n",
        new="return min(error.retry_after, patience.longest_delay)\n",
        tests=(f"{_RETRYING}::test_a_wish_is_waited_for",),
    ),
    Mutation(
        guard="a longer wait than a person has is said and not waited for",
        file="workbench/providers/transport/retry.py",
        old="if error.retry_after and delay > min(left, patience.longest_wait):",
        new="if delay < 0:",
        tests=(f"{_RETRYING}::test_what_takes_too_long_is_not_waited_for[longer than anybody waits]",),
    ),
    Mutation(
        guard="what came before a stream broke is taken back",
        file="workbench/providers/transport/retry.py",
        old="        if came:\n            yield ReplyRestart()\n",
        new="",
        tests=(f"{_RETRYING}::test_what_may_pass_is_asked_again[broken in the middle]",),
    ),
    Mutation(
        guard="a local server's redirection is not followed",
        file="workbench/providers/transport/http_client.py",
        old="httpx2.Client(verify=verify,",
        new="httpx2.Client(follow_redirects=True, verify=verify,",
        tests=(f"{_OPENAI}::test_nothing_follows_a_redirection",),
    ),
    Mutation(
        guard="a redirection of Gemini's is not followed",
        file="workbench/providers/gemini/gemini_transport.py",
        old="super().__init__(verify=self.trust,",
        new="super().__init__(follow_redirects=True, verify=self.trust,",
        tests=(f"{_CLIENTS}/test_gemini_requests.py::test_what_moved_is_not_followed",),
    ),
    Mutation(
        guard="an address with a user name is refused",
        file="workbench/providers/transport/addresses.py",
        old='"@" in parts.netloc or ',
        new="",
        tests=(f"{_CLIENTS}/test_openai_requests.py::test_what_is_no_address_is_refused",),
    ),
    Mutation(
        guard="a service's words are shown without keys",
        file="workbench/providers/service_messages.py",
        old="scrub(_seen(text))",
        new="_seen(text)",
        tests=(f"{_OPENAI}::test_every_fault_has_its_end[a finish reason with the key in it]",),
    ),
    Mutation(
        guard="a key is taken out however it is written",
        file="workbench/providers/keys.py",
        old="text = re.sub(_pattern_of(key), _MASK, text)",
        new="text = text.replace(key, _MASK)",
        tests=(f"{_KEYS}::test_a_key_is_taken_out_however_it_is_written",),
    ),
    Mutation(
        guard="a key does not show where it is printed",
        file="workbench/providers/keys.py",
        old='return f"Secret({_MASK})"',
        new='return f"SecretKey({self._text})"',
        tests=(f"{_KEYS}::test_a_secret_never_shows",),
    ),
    Mutation(
        guard="OpenAI's key goes to OpenAI alone",
        file="workbench/providers/keys.py",
        old="return _usual_variables().get(_name_of(service), ())",
        new='return _usual_variables().get(_name_of(service), ("OPENAI_API_KEY",))',
        tests=(f"{_KEYS}::test_a_key_comes_from_the_environment",),
    ),
    Mutation(
        guard="a reply that begins anew is watched from its beginning",
        file="workbench/jobs/calls/call.py",
        old="self.restarts += 1\n            self._begin_text()",
        new="self.restarts += 1",
        tests=(f"{_CALLS}::test_a_reply_is_measured[that began anew]",),
    ),
    Mutation(
        guard="a call that failed is no answer",
        file="workbench/jobs/calls/make_call.py",
        old=" for call in calls if not has_failed(call))",
        new=" for call in calls)",
        tests=(f"{_CALLS}::test_a_call_that_fails_is_kept[for the moment]",),
    ),
    Mutation(
        guard="a call whose price nobody knows did not cost nothing",
        file="workbench/jobs/usage/sums.py",
        old="return least if is_known else None",
        new="return least",
        tests=("tests/workbench/jobs/test_usage.py::test_sums_are_of_what_is_known_and_say_what_is_not",),
    ),
    Mutation(
        guard="tokens that nobody counted have no price",
        file="workbench/providers/prices.py",
        old="usage.thinking_tokens is None):\n        return None",
        new="usage.thinking_tokens is None):\n        return _NOTHING",
        tests=(
            "tests/workbench/providers/test_prices.py::test_a_call_costs_what_the_price_list_says[nothing was counted]",
        ),
    ),
    Mutation(
        guard="another call under a number that is stored is refused",
        file="workbench/store/runs/open_run_writes.py",
        old="if stored and calls.as_stored(call) in stored:",
        new="if call.number <= len(stored):",
        tests=(f"{_STORED}::test_a_call_is_stored_once",),
    ),
    Mutation(
        guard="the words of a run that is discarded go with it",
        file="workbench/store/runs/open_runs.py",
        old="    calls.forget_texts(connection, run_id)\n",
        new="",
        tests=(f"{_STORED}::test_of_a_run_that_is_discarded_what_it_took_stays",),
    ),
    Mutation(
        guard="a run that is resumed asks for nothing that was answered",
        file="workbench/jobs/runs/run_worker.py",
        old="answers = answers_of(made) or chapter.answers",
        new="answers = ()",
        tests=(f"{_GENERATION}/test_attempts.py::{_RESUMED}[in the second attempt]",),
    ),
    Mutation(
        guard="a chapter that a person goes on without is not asked for",
        file="workbench/jobs/runs/run_worker.py",
        old="if chapter.position == self._without:",
        new="if self._without is None and again is None:",
        tests=(f"{_GENERATION}/test_skip_chapter.py::test_a_run_goes_on_without_a_chapter[where nothing came]",),
    ),
    Mutation(
        guard="nothing is sent once a run was stopped",
        file="workbench/jobs/watched_call.py",
        old="            call.leave()\n",
        new="            pass\n",
        tests=(f"{_GENERATION}/test_watching.py::test_nothing_is_sent_after_a_stop[0.05]",),
    ),
    Mutation(
        guard="a vector is of the text that its index says",
        file="workbench/providers/openai/openai_embeddings.py",
        old="[_vector_of(by_index[index]) for index in range(count)]",
        new="[_vector_of(one) for one in by_index.values()]",
        tests=(f"{_CLIENTS}/test_openai_embeddings.py::test_vectors_stand_where_their_index_says",),
    ),
)
