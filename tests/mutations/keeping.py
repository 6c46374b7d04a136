"""The workbench: what a person decided, what is stored, and what is said of it."""

from tests.mutations.mutation import Mutation

_STORE = "tests/workbench/store"
_EXPERIMENTS = "tests/workbench/experiments/runner"
_SEEN = "tests/workbench/ui/whitelist/test_state.py::TestWhatWasSeen"

KEEPING = (
    Mutation(
        guard="a mend of words that the map no longer holds does not apply",
        file="core/whitelist/corrections/apply.py",
        old="if (now.quote, now.speaker) == seen]",
        new="]",
        tests=("tests/core/whitelist/test_corrections.py::test_a_stale_mend_is_reported_and_not_applied",),
    ),
    Mutation(
        guard="a suggested role is never taken by itself",
        file="core/evidence/speaker_mapping/mapping_records.py",
        old="    role: SpeakerRole | None = None",
        new="    role: SpeakerRole | None = SpeakerRole.GUEST",
        tests=("tests/core/evidence/test_speaker_mapping.py::test_no_cast_changes_nothing",),
    ),
    Mutation(
        guard="a quote with other occurrences has moved",
        file="core/whitelist/changes.py",
        old="fate = Fate.NEW if old is None else Fate.MOVED",
        new="fate = Fate.NEW if old is None else Fate.STAYS",
        tests=("tests/core/whitelist/test_changes.py::test_quotes_behind_an_insertion_have_moved",),
    ),
    Mutation(
        guard="a part of a word is no part of a quote",
        file="core/whitelist/corrections/evidence_text.py",
        old="    return any(not cuts_token(typed, start) and not cuts_token(typed, end) for start, end in places)",
        new="    return bool(places)",
        tests=("tests/core/whitelist/test_corrections.py::test_a_person_is_offered_what_an_editor_would_do",),
    ),
    Mutation(
        guard="an act counts only on what the person saw",
        file="workbench/ui/whitelist/state.py",
        old="same = transcript_view.is_current(sent, data_of(session, given, shown))",
        new="same = True",
        tests=(f"{_SEEN}::test_an_act_on_what_is_no_longer_so_does_nothing[offer-transcript]",),
    ),
    Mutation(
        guard="a change over another tab's is a conflict",
        file="workbench/store/sessions/sessions.py",
        old="if stored.version != seen.version:",
        new="if stored.version < seen.version:",
        tests=(f"{_STORE}/test_sessions.py::test_a_change_over_another_is_a_conflict",),
    ),
    Mutation(
        guard="a newer program's file is not touched",
        file="workbench/store/database/connection.py",
        old="if not set(names) <= set(STEPS):",
        new="if names is None:",
        tests=(f"{_STORE}/test_migrations.py::test_a_newer_file_is_refused_and_not_touched",),
    ),
    Mutation(
        guard="an older file is copied before it is migrated",
        file="workbench/store/database/connection.py",
        old="                if applied(connection):\n                    make_backup(self.path)\n",
        new="",
        tests=(f"{_STORE}/test_migrations.py::test_without_a_backup_nothing_is_migrated",),
    ),
    Mutation(
        guard="another threshold proves nothing again",
        file="core/generation/line.py",
        old="proofs=self.proofs,\n            merged=merge_chapters(self.evidence_map",
        new="proofs=prove_quotes(self.evidence_map, self.transcript, self.roster),\n"
        "            merged=merge_chapters(self.evidence_map",
        tests=("tests/core/generation/test_line.py",),
    ),
    Mutation(
        guard="only who holds a run's lease writes it",
        file="workbench/store/database/leases.py",
        old="= ? AND owner = ? AND owner <> ''",
        new="= ? AND owner <> ? || 'nobody'",
        tests=(f"{_STORE}/test_open_run_writes.py::test_who_lost_the_lease_writes_nothing",),
    ),
    Mutation(
        guard="only who holds an experiment's lease stores a unit of it",
        file="workbench/store/experiments/experiment_units.py",
        old="    leases.check_owner(connection, leases.EXPERIMENTS, experiment_id, owner)\n",
        new="",
        tests=(f"{_STORE}/test_experiments.py::test_who_lost_the_lease_writes_nothing",),
    ),
    Mutation(
        guard="the calls of an experiment that is removed go with it",
        file="workbench/store/experiments/experiments.py",
        old="    experiment_calls.drop_unused(connection)\n",
        new="",
        tests=(f"{_STORE}/test_experiments.py::test_of_an_experiment_that_is_removed_nothing_stays",),
    ),
    Mutation(
        guard="an experiment asks for nothing that was answered",
        file="workbench/experiments/runner/cached_calls.py",
        old="self._store.experiments.find_call(key) or ",
        new="",
        tests=(f"{_EXPERIMENTS}/test_experiment_worker.py::test_the_same_call_is_made_once_for_all_experiments",),
    ),
    Mutation(
        guard="a judge's script goes by places, whatever became of others",
        file="workbench/experiments/runner/unit_calls.py",
        old="before=self._number * judge.samples + call",
        new="before=len(self._judging)",
        tests=(
            f"{_EXPERIMENTS}/test_experiment_worker.py::test_the_judge_has_its_place_in_a_script_whatever_becomes_of_others",
        ),
    ),
    Mutation(
        guard="an edit that breaks a proof lets the verdict fall",
        file="workbench/sessions/edited_edition.py",
        old="    if broken:\n        edition",
        new="    if len(broken) > 1:\n        edition",
        tests=("tests/workbench/sessions/test_edited_edition.py::test_a_broken_edit_leaves_as_a_draft_only",),
    ),
    Mutation(
        guard="a promotion counts only where its claim says what it said",
        file="core/whitelist/additions.py",
        old='return claim if addition.claim in ("", claim.claim) else None',
        new="return claim",
        tests=("tests/core/whitelist/test_additions.py::test_a_promotion_whose_claim_is_gone_is_stale",),
    ),
)
