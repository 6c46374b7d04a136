"""Numbers: which of them count, what is a citation for one, what its result must say, and what is never said."""

from tests.mutations.mutation import Mutation

_NUMBERS = "tests/core/numbers"
_GUARDS = f"{_NUMBERS}/test_number_guards.py"
_CODES = f"{_NUMBERS}/test_citations.py::test_every_number_has_the_code_that_the_table_says"
_CLAIMS = f"{_NUMBERS}/test_claims.py"
_FOUND = f"{_CLAIMS}::test_the_numbers_of_the_table_are_found_and_no_others"
_VALUES = f"{_NUMBERS}/checks/test_cross_checks.py::test_a_number_is_what_its_result_says_or_it_is_told"
_ENGINE = f"{_NUMBERS}/test_engine.py"
_NEVER_SAID = f"{_ENGINE}::test_personal_data_is_never_said"
_PERSONAL = f"{_NUMBERS}/test_privacy.py::test_personal_data_is_found_where_it_stands"
_REFUSED = f"{_NUMBERS}/test_patterns.py::test_what_is_refused_says_why"

NUMBERS = (
    Mutation(
        guard="a number's size counts without its sign",
        file="core/numbers/claims/find_claims.py",
        old="return abs(found.value) >= rules.ignore_numbers_below",
        new="return found.value >= rules.ignore_numbers_below",
        tests=(f"{_FOUND}[sg-minus]",),
    ),
    Mutation(
        guard="by how much something changed is no year",
        file="core/numbers/claims/context.py",
        old="changed = earlier.lower() in CHANGES",
        new="changed = False",
        tests=(f"{_GUARDS}::test_four_digits_are_a_year_by_the_words_beside_them[Sales rose by 2019.]",),
    ),
    Mutation(
        guard="the numbers of a proven quote are the speaker's",
        file="core/numbers/claims/find_claims.py",
        old="sorted([*masks, *exempt])",
        new="sorted(masks)",
        tests=(f"{_CLAIMS}::test_exempt_numbers_do_not_count",),
    ),
    Mutation(
        guard="a citation covers its own sentence only",
        file="core/numbers/rules.py",
        old="cite_paragraphs: bool = False",
        new="cite_paragraphs: bool = True",
        tests=(f"{_CODES}[paragraph-off]",),
    ),
    Mutation(
        guard="a citation covers no other paragraph",
        file="core/numbers/citations/scope.py",
        old=" and sentences[index - 1].block == sentence.block",
        new="",
        tests=(f"{_CODES}[paragraph-next]",),
    ),
    Mutation(
        guard="a prefix is whole words",
        file="core/numbers/citation_marks.py",
        old=" or not _begins_here(lower, start)",
        new="",
        tests=(f"{_CODES}[super-lmis]",),
    ),
    Mutation(
        guard="a source that no reader sees is none",
        file="core/numbers/citations/visible_citations.py",
        old="return VisibleMarks(_outside(standing, unread), ids, placeholders)",
        new="return VisibleMarks(standing, ids, placeholders)",
        tests=(f"{_CODES}[sight-comment-prefix]",),
    ),
    Mutation(
        guard="a source without a query id is no citation",
        file="core/numbers/citations/check_citation.py",
        old="if citation.ids or not self._rules.require_query_id:",
        new="if citation or not self._rules.require_query_id:",
        tests=(f"{_CODES}[seed-missing-qid]",),
    ),
    Mutation(
        guard="a query id of the wrong form is none",
        file="core/numbers/rules.py",
        old="query_id_patterns: tuple[str, ...] = DEFAULT_ID_PATTERNS",
        new=r'query_id_patterns: tuple[str, ...] = (r"\bQID: \w+",)',
        tests=(f"{_CODES}[wrong-form-1]",),
    ),
    Mutation(
        guard="what only holds the place of a query id is none",
        file="core/numbers/citations/visible_citations.py",
        old="if _is_placeholder(one.query_id) and one.query_id not in known",
        new="if False",
        tests=(f"{_CODES}[id-one-sign-without-results]",),
    ),
    Mutation(
        guard="results that are given and empty are given",
        file="core/numbers/citations/enforce_citations.py",
        old="None if results is None else index_results(results)",
        new="index_results(results) if results else None",
        tests=(f"{_CODES}[empty-results]",),
    ),
    Mutation(
        guard="a query id is that of a result",
        file="core/numbers/citations/check_citation.py",
        old="unknown = next((one for one in cited if one not in results.by_id), None)",
        new="unknown, cited = None, [one for one in cited if one in results.by_id]",
        tests=(f"{_CODES}[unknown-id]",),
    ),
    Mutation(
        guard="a query id is of the source that is cited for it",
        file="core/numbers/citations/check_citation.py",
        old="foreign = next((one for one in cited if accepted.isdisjoint(results.sources_of.get(one, ()))), None)",
        new="foreign = None",
        tests=(f"{_CODES}[id-of-other-source]",),
    ),
    Mutation(
        guard="a pattern of ids that RE2 does not compile is refused",
        file="core/numbers/patterns.py",
        old="return _in_words(str(error))",
        new="return None",
        tests=(f"{_REFUSED}[look-ahead]",),
    ),
    Mutation(
        guard="a pattern that takes numbers for ids is refused",
        file="core/numbers/patterns.py",
        old="found = compiled.search(_ORDINARY)",
        new="found = None",
        tests=(f"{_REFUSED}[any word]",),
    ),
    Mutation(
        guard="a number is rounded by half a step of its last digit at most",
        file="core/numbers/checks/closeness.py",
        old="return abs(claim.quantum or known.step) / 2",
        new="return abs(claim.quantum or known.step)",
        tests=(f"{_VALUES}[round-58-wrong]",),
    ),
    Mutation(
        guard="a number's unit is that of its result",
        file="core/numbers/units.py",
        old=" for own in read_claim_unit(claim_unit) if own.kind == kind]",
        new=" for own in read_claim_unit(claim_unit)]",
        tests=(f"{_VALUES}[pounds-for-euros]",),
    ),
    Mutation(
        guard="a number is that of the period it is said of",
        file="core/numbers/checks/crosscheck.py",
        old="counting = cited.of(own.get(span))",
        new="counting = cited",
        tests=(f"{_VALUES}[rows-period]",),
    ),
    Mutation(
        guard="a number follows from right numbers only",
        file="core/numbers/checks/cited_rows.py",
        old="if found:\n            row =",
        new="self._written.add(amount_of_claim(claim))\n        if found:\n            row =",
        tests=(f"{_GUARDS}::test_what_follows_from_two_wrong_numbers_is_wrong",),
    ),
    Mutation(
        guard="one error fails a narrative",
        file="core/numbers/engine.py",
        old="not any(issue.severity is Severity.ERROR for issue in self.issues)",
        new="sum(issue.severity is Severity.ERROR for issue in self.issues) < 2",
        tests=(f"{_ENGINE}::test_one_error_among_many_right_numbers_fails_the_whole",),
    ),
    Mutation(
        guard="a narrative without numbers has not passed",
        file="core/numbers/engine.py",
        old='return "passed" if self.total_numbers or self.issues else "nothing_to_check"',
        new='return "passed"',
        tests=(f"{_ENGINE}::test_a_narrative_without_numbers_is_nothing_to_check[No number stands here.]",),
    ),
    Mutation(
        guard="a message holds no personal data",
        file="core/numbers/privacy/mask_report.py",
        old="clean = iter(redact_all(texts, self._rules))",
        new="clean = iter(texts)",
        tests=(f"{_NEVER_SAID}[email-source]",),
    ),
    Mutation(
        guard="personal data is shown as its mark",
        file="core/numbers/engine.py",
        old="pieces += (narrative[done : part.span.start], part.mark)",
        new="pieces += (narrative[done : part.span.end],)",
        tests=(f"{_NEVER_SAID}[card-alone]",),
    ),
    Mutation(
        guard="a card number has the check digit of Luhn",
        file="core/numbers/privacy/accounts.py",
        old=" % 10 == 0",
        new=" % 10 >= 0",
        tests=(f"{_PERSONAL}[card-not-luhn]",),
    ),
    Mutation(
        guard="of several tables of results none is guessed",
        file="workbench/sessions/sqlite_results.py",
        old="if len(fitting) == 1:",
        new="if fitting:",
        tests=("tests/workbench/sessions/test_sqlite_results.py::test_of_several_tables_one_has_to_be_named",),
    ),
    Mutation(
        guard="of several narratives one that fails fails the command",
        file="workbench/cli/numbers.py",
        old="return 0 if all(checked.summary.ok",
        new="return 0 if any(checked.summary.ok",
        tests=("tests/workbench/cli/test_numbers.py::test_several_narratives_are_listed_with_their_totals",),
    ),
    Mutation(
        guard="a fix counts only for the text that the person saw",
        file="workbench/ui/components/browser_values.py",
        old="return all(fields.get",
        new="return any(fields.get",
        tests=("tests/workbench/ui/numbers/test_component.py::test_an_act_on_what_is_gone_is_known",),
    ),
)
