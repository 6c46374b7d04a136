"""From a model's reply to blocks: what is a quotation, and which may stand, under whose name."""

from tests.mutations.mutation import Mutation

_MARKS = ("tests/core/prose/test_quotations.py::test_a_reader_would_take_these_for_quotations",)
_ENFORCEMENT = "tests/core/enforcement/test_enforcement.py"
_ONE = (f"{_ENFORCEMENT}::test_a_quotation_becomes_what_was_decided",)
_REFERENCE = (f"{_ENFORCEMENT}::test_a_reference_is_the_exact_quote_or_nothing",)
_REFERENCES = "tests/core/enforcement/test_references.py"
_DISGUISES = "tests/core/enforcement/test_disguises.py::test_what_is_proven_stands_and_what_is_not_does_not"
_GUARDS = "tests/core/test_guards.py"

ENFORCING = (
    # What a reader sees, and what of it is a quotation.
    Mutation(
        guard="entities in a reply are decoded",
        file="core/prose/parse.py",
        old='without = ["reference", "lheading", *',
        new='without = ["reference", "lheading", "entity", *',
        tests=_ONE,
    ),
    Mutation(
        guard="`<q>` writes marks",
        file="core/prose/parse.py",
        old='if name in ("q", "blockquote"):',
        new='if name == "blockquote":',
        tests=_ONE,
    ),
    Mutation(
        guard="what is nested too deep for the parser is flattened",
        file="core/prose/parse.py",
        old='_DEEP_MARKERS.sub(r"\\1", text)',
        new="text",
        tests=("tests/core/prose/test_parse.py::test_no_text_is_lost_to_nesting",),
    ),
    Mutation(
        guard="unseen characters hide no mark",
        file="core/prose/quotations/tokenizer.py",
        old="not FORMAT_CHARACTERS.isdisjoint(text):",
        new="False:",
        tests=_MARKS,
    ),
    Mutation(
        guard="marks typed as two characters are marks",
        file="core/prose/quotations/tokenizer.py",
        old="as_read = typed_as_one(plain)",
        new="as_read = plain",
        tests=_MARKS,
    ),
    Mutation(
        guard="single marks are marks",
        file="core/prose/quotations/tokenizer.py",
        old="return self._single(index) if is_single(mark) else self._double(index)",
        new="return _Role.NONE if is_single(mark) else self._double(index)",
        tests=_MARKS,
    ),
    Mutation(
        guard="a nested quotation belongs to the outer one",
        file="core/prose/quotations/tokenizer.py",
        old="        if not self.open.marks:\n            self.found",
        new="        if last:\n            self.found",
        tests=_MARKS,
    ),
    Mutation(
        guard="an unclosed quotation goes on to the end",
        file="core/prose/quotations/tokenizer.py",
        old="        if self.open.marks:\n            start",
        new="        if not self.marks:\n            start",
        tests=_MARKS,
    ),
    Mutation(
        guard="a heading of look-alike letters opens its section",
        file="core/prose/sections.py",
        old="plain_letters(unicodedata.normalize(",
        new="str(unicodedata.normalize(",
        tests=("tests/core/prose/test_sections.py::test_a_section_is_known_however_it_is_headed",),
    ),
    Mutation(
        guard="key excerpts of the model's own are thrown away",
        file="core/prose/sections.py",
        old="return SectionKind.OWN_EXCERPTS if self._section == KEY_EXCERPTS",
        new="return SectionKind.NARRATIVE if self._section == KEY_EXCERPTS",
        tests=(f"{_ENFORCEMENT}::test_the_models_excerpts_are_thrown_away_with_reasons",),
    ),
    # Where a stream may be cut.
    Mutation(
        guard="a lazy line belongs to its block quote",
        file="core/prose/stream/__init__.py",
        old="return blank or (line.interrupts and line.kind is not StreamLineKind.QUOTE)",
        new="return line.kind is not StreamLineKind.QUOTE",
        tests=(_DISGUISES,),
    ),
    Mutation(
        guard="nothing is cut inside an open quotation",
        file="core/prose/stream/settled_lines.py",
        old="if self._quote or self._brackets or",
        new="if self._brackets or",
        tests=("tests/core/prose/test_stream.py::test_nothing_is_out_that_could_still_change",),
    ),
    Mutation(
        guard="the gate waits until a portion is settled",
        file="core/enforcement/streaming.py",
        old="for portion in self._portions.feed(piece))",
        new="for portion in [*self._portions.feed(piece), *self._portions.finish()])",
        tests=("tests/core/enforcement/test_streaming.py::test_a_closed_block_is_shown_before_the_next_piece_returns",),
    ),
    Mutation(
        guard="what turns the order of characters is in no portion",
        file="core/prose/stream/__init__.py",
        old="without_order_controls(piece)",
        new="piece",
        tests=("tests/core/prose/test_stream.py::test_what_turns_the_order_of_characters_is_in_no_portion",),
    ),
    # Which quotation may stand, and under whose name.
    Mutation(
        guard="a name that is nobody's subject gives nobody the words",
        file="core/prose/attribution/certain_forms.py",
        old="found = pattern.fullmatch(clause.letters, start) if needed",
        new="found = pattern.search(clause.letters, start) if needed",
        tests=("tests/core/prose/test_attribution.py",),
    ),
    Mutation(
        guard="of the same words by two people the one who is named said them",
        file="core/enforcement/matcher.py",
        old="named is None or quote.speaker.speaker_id != named.speaker_id,",
        new="named is None,",
        tests=(f"{_ENFORCEMENT}::test_of_the_same_words_by_two_the_name_decides_and_else_the_guest",),
    ),
    Mutation(
        guard="of the same words by two people the guest goes first",
        file="core/enforcement/matcher.py",
        old="quote.speaker.speaker_role is not SpeakerRole.GUEST,",
        new="False,",
        tests=(f"{_GUARDS}::test_of_the_same_words_by_two_the_guest_goes_first_whatever_the_order",),
    ),
    Mutation(
        guard="a part of a quote is not the quote",
        file="core/enforcement/matcher.py",
        old="index.transcript if policy.allow_fragments else None",
        new="index.transcript",
        tests=("tests/core/whitelist/test_partial_quotes.py::test_a_part_does_not_stand_by_default",),
    ),
    Mutation(
        guard="a wrong name in the sentence is put right",
        file="core/enforcement/inline_quotations.py",
        old="elif one.misnamed and attribution.close and attribution.span not in contested:",
        new="elif not attribution:",
        tests=_ONE,
    ),
    Mutation(
        guard="a name that two people's quotes rest on is left alone",
        file="core/enforcement/inline_quotations.py",
        old="for span, speakers in wanted.items() if len(speakers) > 1}",
        new="for span, speakers in wanted.items() if not speakers}",
        tests=(f"{_GUARDS}::test_quotes_of_two_people_under_one_name_stand_each_with_its_own",),
    ),
    Mutation(
        guard="a forged reference inside an unproven quotation goes",
        file="core/enforcement/inline_quotations.py",
        old="        self._remove_forged_references(unproven, references)\n",
        new="",
        tests=_REFERENCE,
    ),
    Mutation(
        guard="a quote that stands already goes",
        file="core/enforcement/annotate.py",
        old="return looked_up if times < most else",
        new="return looked_up if most else",
        tests=(f"{_REFERENCES}::test_a_quote_stands_once_however_it_is_referred_to",),
    ),
    Mutation(
        guard="quotes are counted over the whole reply",
        file="core/enforcement/stabilise.py",
        old="self.standing.update(uses_in(log.decisions))",
        new="self.standing = uses_in(log.decisions)",
        tests=(f"{_REFERENCES}::test_a_quote_stands_once_however_it_is_referred_to",),
    ),
    Mutation(
        guard="a reference that is cut off is none",
        file="core/enforcement/references.py",
        old="rest = _CUT_OFF.match(self._text, end) or _AT_ONCE.match(self._text, end)",
        new="rest = None",
        tests=(f"{_REFERENCES}::test_a_reference_may_be_cut_at_every_place",),
    ),
    Mutation(
        guard="a script line under a known name is a quotation",
        file="core/enforcement/script_lines.py",
        old="if label is not None and (label.certain or recurring):",
        new="if label is not None and recurring:",
        tests=_ONE,
    ),
    Mutation(
        guard="script lines under unknown names are quotations",
        file="core/enforcement/script_lines.py",
        old="if label is not None and (label.certain or recurring):",
        new="if label is not None and label.certain:",
        tests=("tests/core/enforcement/test_disguises.py::test_every_quotation_a_reader_sees_is_decided_once",),
    ),
    Mutation(
        guard="a line of dialogue behind a dash is a quotation",
        file="core/enforcement/script_lines.py",
        old="set_off = _SET_OFF.match(line.slice(text))",
        new='set_off = _SET_OFF.match("")',
        tests=(_DISGUISES,),
    ),
    Mutation(
        guard="look-alike marks are marks",
        file="core/prose/quotations/tokenizer.py",
        old="plain = with_plain_marks(text)",
        new="plain = text",
        tests=("tests/core/enforcement/test_smuggling.py::test_the_decisions_of_look_alikes_are_like_any_other",),
    ),
    Mutation(
        guard="words behind a quotation that name another speaker make the form before it uncertain",
        file="core/prose/attribution/__init__.py",
        old="if tag is not None and tag.name.speaker != named.name.speaker:",
        new="if False:",
        tests=("tests/core/prose/test_attribution.py::test_only_a_certain_form_names_the_speaker",),
    ),
    Mutation(
        guard="a role in brackets or a time hides no speaker",
        file="core/enforcement/seen_names.py",
        old="for name in dict.fromkeys((seen, bare, first if is_role else bare)):",
        new="for name in (seen,):",
        tests=("tests/core/enforcement/test_smuggling.py::test_a_layout_that_reads_as_speech_is_a_quotation",),
    ),
    Mutation(
        guard="a block quote is a quotation without marks",
        file="core/enforcement/rebuild_blocks.py",
        old="return self._quote(source)",
        new="return self.blocks(source.blocks)",
        tests=_ONE,
    ),
    Mutation(
        guard="a claim that reads as a script line is refused",
        file="core/enforcement/core_claims.py",
        old="if support is None or self._speaks(self._claim_words(support)):",
        new="if support is None:",
        tests=(f"{_GUARDS}::test_a_claim_puts_no_words_under_a_name",),
    ),
    Mutation(
        guard="a reference that does not carry a claim goes",
        file="core/enforcement/core_claims.py",
        old="for cited in self._cited if cited.reference]",
        new="for cited in self._cited if not cited.words]",
        tests=(f"{_GUARDS}::test_a_reference_in_the_words_of_a_claim_goes",),
    ),
    Mutation(
        guard="a claim is carried by a guest",
        file="core/enforcement/matcher.py",
        old="quote.chapter_indices and quote.speaker.speaker_role is SpeakerRole.GUEST:",
        new="quote.chapter_indices:",
        tests=("tests/core/enforcement/test_core_claims.py::test_only_a_guest_carries_a_claim",),
    ),
    Mutation(
        guard="a chapter is read again until nothing changes",
        file="core/enforcement/stabilise.py",
        old="        return self.until_stable(blocks, log, read)\n",
        new="        self.keep(log)\n        return blocks\n",
        tests=_REFERENCE,
    ),
    Mutation(
        guard="what reads as a section's name once something in it went opens the section",
        file="core/enforcement/enforcer.py",
        old='name = "" if continues else _section_opened_by(block)',
        new='name = ""',
        tests=(f"{_GUARDS}::test_a_sections_name_hidden_by_a_reference_opens_the_section",),
    ),
)
