"""The workbench: what a person decided, what is stored, and what is said of it."""

from tests.mutations.mutation import Mutation

_STORE = "tests/workbench/store"
_EXPERIMENTS = "tests/workbench/experiments/runner"
_INTERRUPTED = "tests/workbench/files/test_interrupted_writes.py"
_UNFIT = f"{_INTERRUPTED}::test_a_journal_that_fits_nothing_moves_nothing"
_SEEN = "tests/workbench/ui/whitelist/test_state.py::TestWhatWasSeen"

KEEPING = (
    Mutation(
        guard="a mend of words that the map no longer holds does not apply",
        file="core/whitelist/corrections/apply.py",
        old="if (support.evidence_id, support.quote, support.speaker) != seen:",
        new="if support.evidence_id != correction.evidence_id:",
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
        old="                if names:\n                    make_backup(self.path)\n",
        new="",
        tests=(f"{_STORE}/test_migrations.py::test_without_a_backup_nothing_is_migrated",),
    ),
    Mutation(
        guard="a database that is gone is not made again",
        file="workbench/store/database/connection.py",
        old="self._connected(making=not before)",
        new="self._connected(making=True)",
        tests=(f"{_STORE}/test_lost_database.py::test_no_operation_makes_a_database_again",),
    ),
    Mutation(
        guard="another database in the place of one is not used",
        file="workbench/store/database/connection.py",
        old="if names and made_at(connection) != before:",
        new="if names and not made_at(connection):",
        tests=(f"{_STORE}/test_lost_database.py::test_another_database_in_its_place_is_not_used",),
    ),
    Mutation(
        guard="a new database is its owner's alone",
        file="workbench/sqlite_file.py",
        old="_PRIVATE = 0o600",
        new="_PRIVATE = 0o644",
        tests=(f"{_STORE}/test_rights.py::test_a_new_database_is_its_owners_alone",),
    ),
    Mutation(
        guard="nothing but SELECT is executed on a file of others",
        file="workbench/sessions/sqlite_rows.py",
        old="    connection.set_authorizer(_may)\n",
        new="",
        tests=("tests/workbench/sessions/test_hostile_sqlite_results.py::test_nothing_but_select_can_be_executed",),
    ),
    Mutation(
        guard="a table of a file of others has so many steps",
        file="workbench/sessions/sqlite_rows.py",
        old="return left < 0 or clock() > last",
        new="return clock() > last",
        tests=("tests/workbench/sessions/test_hostile_sqlite_results.py::test_the_steps_of_a_table_are_counted",),
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
        guard="an addition counts only where its claim says what it said",
        file="core/map_making/acts/apply_act.py",
        old='if one.claim not in ("", words_of(rows.rows[claim])):',
        new="if False:",
        tests=("tests/core/whitelist/test_additions.py::test_an_addition_whose_claim_is_gone_does_not_count",),
    ),
    Mutation(
        guard="a journal moves nothing but files of ours",
        file="workbench/files/staging_folder.py",
        old="OWN_NAMES.fullmatch(name) and isinstance(digest, str)",
        new="isinstance(digest, str)",
        tests=(f"{_UNFIT}[a file of the person]", f"{_UNFIT}[a path]"),
    ),
    Mutation(
        guard="an interrupted write is finished only where every file is what its journal names",
        file="workbench/files/staging_folder.py",
        old="        elif staged is not None or _sha256(folder / name) != digest:\n            raise _UnfitJournal\n",
        new="",
        tests=(f"{_UNFIT}[another sum]",),
    ),
    Mutation(
        guard="several files are named in a journal before the first takes its place",
        file="workbench/files/write_files.py",
        old="        write_journal(new, {name: sha256(data).hexdigest() for name, data in contents.items()})\n",
        new="",
        tests=(f"{_INTERRUPTED}::test_killed_anywhere_all_are_old_or_all_are_new[a reader]",),
    ),
    Mutation(
        guard="calls are for their owner alone",
        file="workbench/files/write_files.py",
        old="(0o700, 0o600) if private",
        new="(0o777, 0o666) if private",
        tests=("tests/workbench/files/test_write_files.py::test_rights_follow_the_umask[18]",),
    ),
    Mutation(
        guard="no link leads out of a folder that was named",
        file="workbench/search/find_files.py",
        old='if not f"{real}{os.sep}".startswith(root):',
        new="if not real:",
        tests=("tests/workbench/search/test_find_files.py::test_no_link_leads_out_of_a_named_folder[a file]",),
    ),
    Mutation(
        guard="an act is done only where its rows are as its tab saw them",
        file="core/map_making/acts/apply_act.py",
        old="    if looks == act.seen:\n        return None",
        new="    if looks:\n        return None",
        tests=("tests/core/map_making/acts/test_acts.py::test_an_act_does_what_the_table_says",),
    ),
    Mutation(
        guard="a recording that changed is not served",
        file="workbench/serving/recording_route.py",
        old="if file is not None and _facts(file.path) == file.facts:",
        new="if file is not None:",
        tests=("tests/workbench/serving/test_recording_route.py::test_a_file_that_changed_is_not_served",),
    ),
    Mutation(
        guard="no other site hears a recording",
        file="workbench/serving/recording_route.py",
        old='if headers.get(b"sec-fetch-site", b"same-origin") != b"same-origin":',
        new="if not headers:",
        tests=("tests/workbench/serving/test_recording_route.py::test_another_site_gets_nothing",),
    ),
)
