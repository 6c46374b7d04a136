"""The independent checker and the certificate: what is read as a quotation, and what counts as its proof."""

from tests.mutations.mutation import Mutation

_EDITION = "tests/core/verify/test_edition.py"
_IN_RAW = (f"{_EDITION}::test_being_in_raw_is_not_enough",)
_REASON = (f"{_EDITION}::test_each_quotation_has_one_reason",)
_VERDICT = (f"{_EDITION}::test_the_verdict",)
_QUOTED = ("tests/core/verify/test_quoted_spans.py::test_marks_of_every_script",)
_CERTIFICATE = "tests/core/editions/test_certificate.py"

CHECKING = (
    Mutation(
        guard="verify: whole tokens only",
        file="core/verify/transcript_search.py",
        old="if not (is_token_edge(self._raw, span.start) and is_token_edge(self._raw, span.end)):",
        new="if not span:",
        tests=_IN_RAW,
    ),
    Mutation(
        guard="verify: what could not be read equals nothing",
        file="core/verify/transcript_search.py",
        old="if UNREADABLE in quote or not",
        new="if not",
        tests=("tests/core/text/test_well_formed.py::test_what_could_not_be_read_is_never_proven",),
    ),
    Mutation(
        guard="verify: what could not be read belongs to the token that it touches",
        file="core/verify/tokens.py",
        old="    if UNREADABLE in (before, after):",
        new="    if before == after == UNREADABLE:",
        tests=("tests/core/verify/test_tokens.py",),
    ),
    Mutation(
        guard="verify: the named speaker's turn",
        file="core/verify/transcript_search.py",
        old="if labels is not None and turn.speaker not in labels:",
        new="if labels is not None and not turn:",
        tests=_IN_RAW,
    ),
    Mutation(
        guard="verify: one turn",
        file="core/verify/transcript_search.py",
        old="        if turn is None:\n            return OccurrenceMatch(ProofRank.CROSSES_TURNS, span)",
        new="        if turn is None:\n            return OccurrenceMatch(ProofRank.EXACT, span)",
        tests=_IN_RAW,
    ),
    Mutation(
        guard="verify: no lost speech",
        file="core/verify/transcript_search.py",
        old="if self._pair.crosses_lost_speech(span):",
        new="if not span:",
        tests=_IN_RAW,
    ),
    Mutation(
        guard="verify: labels and annotations are not speech",
        file="core/verify/transcript_search.py",
        old="if not self._is_speech(span):",
        new="if not span:",
        tests=_IN_RAW,
    ),
    Mutation(
        guard="verify: the transcript's own characters",
        file="core/verify/transcript_search.py",
        old="return found._replace(standing=ProofRank.OTHER_CHARACTERS)",
        new="return found",
        tests=_REASON,
    ),
    Mutation(
        guard="verify: a quotation needs a name beside it",
        file="core/verify/edition.py",
        old="return UnverifiedReason.NO_SPEAKER_NAMED",
        new="return None",
        tests=_REASON,
    ),
    Mutation(
        guard="verify: one unproven quotation is enough",
        file="core/verify/edition.py",
        old="if any(isinstance(outcome, UnverifiedQuotation) for outcome in outcomes):",
        new="if all(isinstance(outcome, UnverifiedQuotation) for outcome in outcomes):",
        tests=_VERDICT,
    ),
    Mutation(
        guard="verify: nothing to verify is not verified",
        file="core/verify/edition.py",
        old="if not outcomes:\n            return Verdict",
        new="if outcomes is None:\n            return Verdict",
        tests=_VERDICT,
    ),
    Mutation(
        guard="verify: script lines are quotations",
        file="core/verify/quotations.py",
        old="spoken = find_spoken_lines(block.text, persons)",
        new="spoken = []",
        tests=_REASON,
    ),
    Mutation(
        guard="verify: block quotes are quotations",
        file="core/verify/quotations.py",
        old="    VisibleBlockKind.QUOTE: _from_block_quote,",
        new="    VisibleBlockKind.QUOTE: _in_marks,",
        tests=(f"{_EDITION}::test_block_quotes_are_quotations",),
    ),
    Mutation(
        guard="a checker reads quotations between backticks as quotations",
        file="core/verify/reading/backticks.py",
        old='end = _marks_in(state.src).get(state.pos) if state.src[state.pos] == "`" else None',
        new="end = None",
        tests=(
            "tests/core/enforcement/test_reads_as_speech.py::test_the_checker_objects_to_what_enforcement_takes_away",
        ),
    ),
    Mutation(
        guard="verify: marks typed as two characters are marks",
        file="core/verify/reading/quote_marks.py",
        old=', "``", ",,", "‘‘")',
        new=")",
        tests=_QUOTED,
    ),
    Mutation(
        guard="verify: an unclosed quotation goes on to the end",
        file="core/verify/reading/quoted_spans.py",
        old="if self._first is not None:\n            end",
        new="if not self._marks:\n            end",
        tests=_QUOTED,
    ),
    Mutation(
        guard="verify: a page that may show other words is not readable",
        file="core/verify/reading/hidden_text.py",
        old="if tag.name not in _ELEMENTS:",
        new="if not tag.name:",
        tests=("tests/core/verify/test_forgeries.py::test_a_page_that_may_show_other_words_is_not_readable",),
    ),
    Mutation(
        guard="verify: an article is never verified",
        file="core/verify/edition.py",
        old="if not file.is_own:",
        new="if file.is_own is None:",
        tests=_VERDICT,
    ),
    Mutation(
        guard="verify: a file that says that it is ours is read by the grammar",
        file="core/verify/reading/read_file.py",
        old="if not says_it_is_own(article.blocks):",
        new="if not article.is_own:",
        tests=("tests/core/verify/test_own_files.py::test_what_no_writer_writes_is_not_readable",),
    ),
    Mutation(
        guard="verify: what may be shown in another order proves nothing",
        file="core/verify/edition.py",
        old="if not _holds_stray_controls(block, outcomes):",
        new="if block:",
        tests=("tests/core/verify/test_bidi.py::test_what_may_be_shown_elsewhere_is_not_readable",),
    ),
    Mutation(
        guard="verify: a slice in a sentence turns nothing but itself",
        file="core/verify/edition.py",
        old="turns_only_itself(one.text)",
        new="one.text",
        tests=("tests/core/verify/test_bidi.py::test_a_slice_may_hold_its_own",),
    ),
    Mutation(
        guard="verify: a declaration gives nobody another's words",
        file="core/verify/naming/known_speakers.py",
        old="if person is None or (already is not None and already != person):",
        new="if person is None:",
        tests=("tests/core/verify/test_known_speakers.py",),
    ),
    Mutation(
        guard="a certified quote is its slice",
        file="core/editions/certificate.py",
        old="if span.slice(raw) != text or not text:",
        new="if not text:",
        tests=(f"{_CERTIFICATE}::test_a_quote_that_is_not_its_slice_is_never_certified",),
    ),
    Mutation(
        guard="an edition of another transcript is not certified",
        file="core/editions/certificate.py",
        old="if edition.raw_sha256 and edition.raw_sha256 != raw_sha256:",
        new="if not raw_sha256:",
        tests=(f"{_CERTIFICATE}::test_an_edition_of_another_transcript_is_never_certified",),
    ),
)
