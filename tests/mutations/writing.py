"""From blocks to a finished chapter: how it is written, and what is shown instead where it does not verify."""

from tests.mutations.mutation import Mutation

_RENDERING = "tests/core/prose/test_render.py"
_PIPELINE = "tests/core/generation/test_pipeline.py"

WRITING = (
    Mutation(
        guard="a lone mark goes",
        file="core/enforcement/repair_sentence.py",
        old="edits[index] = _lone_mark(text, index)",
        new="pass",
        tests=("tests/core/enforcement/test_unquote.py::test_marks_go_and_words_stay",),
    ),
    Mutation(
        guard="a slice with marks of its own is set apart",
        file="core/prose/render.py",
        old="return _DOUBLE_MARK.search(text) is None",
        new="return text is not None",
        tests=(f"{_RENDERING}::test_a_slice_stands_in_marks_only_where_nobody_loses_track",),
    ),
    Mutation(
        guard="a slice that turns the order of characters is set apart",
        file="core/prose/render.py",
        old=" and not turns_order(text)",
        new="",
        tests=(f"{_RENDERING}::test_a_slice_stands_in_marks_only_where_nobody_loses_track",),
    ),
    Mutation(
        guard="prose is written without what turns the order of characters",
        file="core/prose/render.py",
        old="return without_order_controls(words.text)",
        new="return words.text",
        tests=(
            "tests/core/enforcement/test_order_of_characters.py::test_an_edition_that_was_stored_with_them_is_written_without",
        ),
    ),
    Mutation(
        guard="what Markdown would read is escaped",
        file="core/prose/render.py",
        old='return _SPECIAL.sub(lambda match: "\\\\" + match.group(), text)',
        new="return text",
        tests=(f"{_RENDERING}::test_what_is_rendered_is_the_text",),
    ),
    Mutation(
        guard="hashes at the end of a heading are text",
        file="core/prose/render.py",
        old="_HASHES_AT_END.sub(_escape_each, _inline(block.inlines, links))",
        new="_inline(block.inlines, links)",
        tests=("tests/core/test_guards.py::test_hashes_at_the_end_of_a_heading_are_text",),
    ),
    Mutation(
        guard="a chapter that does not verify is not shown",
        file="core/generation/finish_chapter.py",
        old="if verification.verdict in PASSING:",
        new="if verification:",
        tests=(f"{_PIPELINE}::test_a_chapter_that_does_not_verify_falls_back_to_its_excerpts",),
    ),
    Mutation(
        guard="what a chapter falls back to is verified too",
        file="core/generation/finish_chapter.py",
        old="if _verify(found.blocks, line).verdict in PASSING:",
        new="if found:",
        tests=(f"{_PIPELINE}::test_what_a_chapter_falls_back_to_is_verified_too",),
    ),
)
