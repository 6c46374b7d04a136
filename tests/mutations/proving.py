"""From the transcript to the key excerpts: what may become a proven quote, and whose, and of which chapter."""

from tests.mutations.mutation import Mutation

_TYPED = ("tests/core/whitelist/test_build.py::test_a_quote_is_let_in_exactly_as_decided",)
_QUOTE_TEXT = "tests/core/whitelist/test_quote_key.py"

PROVING = (
    Mutation(
        guard="unseen characters do not tell texts apart",
        file="core/text/canonical.py",
        old="        if char not in FORMAT_CHARACTERS\n    )\n    again",
        new="    )\n    again",
        tests=("tests/core/text/test_canonical.py::test_text_folds_to_its_canonical_form",),
    ),
    Mutation(
        guard="lost speech is no annotation",
        file="core/transcripts/annotations.py",
        old="return AnnotationKind.LOST",
        new="return AnnotationKind.ANNOTATION",
        tests=("tests/core/transcripts/test_annotations.py",),
    ),
    Mutation(
        guard="an undeclared speaker is no guest",
        file="core/transcripts/speakers.py",
        old="speaker_role: SpeakerRole = SpeakerRole.UNCLEAR",
        new="speaker_role: SpeakerRole = SpeakerRole.GUEST",
        tests=("tests/core/transcripts/test_speakers.py::test_an_undeclared_speaker_is_never_a_guest",),
    ),
    Mutation(
        guard="entities in a typed quote are decoded",
        file="core/whitelist/quote_key.py",
        old="text = html.unescape(text)",
        new="text = str(text)",
        tests=(f"{_QUOTE_TEXT}::test_entities_and_escapes_are_resolved_once",),
    ),
    Mutation(
        guard="marks come off a typed quote only as a pair around the whole",
        file="core/whitelist/quote_key.py",
        old="if closings.get(start) != last - 1 or readings > _MOST_READINGS:",
        new="if text[last - 1] not in QUOTATION_MARKS:",
        tests=(f"{_QUOTE_TEXT}::test_marks_come_off_only_as_a_pair_around_the_whole",),
    ),
    Mutation(
        guard="words and numbers that are joined are one token",
        file="core/text/segmentation.py",
        old="if _joins(text, left) or _joins(text, right) or _is_sign(text, left):",
        new="if _is_sign(text, left):",
        tests=("tests/core/text/test_tokens.py",),
    ),
    Mutation(
        guard="a quote begins and ends on whole tokens",
        file="core/whitelist/occurrences.py",
        old="is_cut = cuts_token(raw, span.start) or cuts_token(raw, span.end)",
        new="is_cut = False",
        tests=_TYPED,
    ),
    Mutation(
        guard="a quote lies in one turn",
        file="core/whitelist/occurrences.py",
        old="within = not transcript.turns or transcript.turn_number(occurrence.raw) is not None",
        new="within = True",
        tests=_TYPED,
    ),
    Mutation(
        guard="a quote runs over no lost speech",
        file="core/whitelist/occurrences.py",
        old="and not transcript.crosses_lost_speech(occurrence.raw)",
        new="and occurrence.raw",
        tests=_TYPED,
    ),
    Mutation(
        guard="a quote's turn is its speaker's",
        file="core/whitelist/occurrences.py",
        old="labels.get(label) == speaker.speaker_id",
        new="label in labels",
        tests=_TYPED,
    ),
    Mutation(
        guard="an unproven slice does not leave the whitelist",
        file="core/whitelist/build.py",
        old="Span(*quote.raw_spans[0]).slice(raw) == quote.quote_text:",
        new="quote.quote_text:",
        tests=("tests/core/test_guards.py::test_a_quote_that_is_not_its_slice_is_a_broken_proof",),
    ),
    Mutation(
        guard="after a merge a quote has its chapter's new index",
        file="core/coverage/levels.py",
        old="sorted({index_map[old] for old in quote.chapter_indices})",
        new="quote.chapter_indices",
        tests=("tests/core/coverage/test_levels.py::test_after_merging_every_stage_sees_the_new_indices",),
    ),
    Mutation(
        guard="key excerpts are a guest's",
        file="core/coverage/levels.py",
        old="quote.chapter_indices and quote.speaker.speaker_role is SpeakerRole.GUEST",
        new="quote.chapter_indices",
        tests=("tests/core/coverage/test_excerpts.py::test_only_guests_are_excerpted",),
    ),
)
