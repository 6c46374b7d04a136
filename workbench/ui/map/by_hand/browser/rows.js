// ---- what can be done with the current row, and the field in which its words are written

function rowButtons(view, level, row) {
  const what = level === "support" ? "quote" : level;
  const group = make("div", "acts", "", { role: "group", "aria-label": `Change this ${what}` });
  const entry = view.rowOf.get(keyOf(level, row.id));
  const at = (name) => ({ "data-at": `${name} ${keyOf(level, row.id)}` });
  const act = (name, does, wanted = true) => wanted && group.append(button("small", name, does, at(name)));
  const own = { row: level, row_id: row.id };
  const above = entry.siblings[entry.at - 1];
  if (row.proposed) {
    act("Accept", () => judgeRow(view, { level, id: row.id }, true));
    act("Reject", () => judgeRow(view, { level, id: row.id }, false));
  }
  act("Rename", () => write(view, level, row, "words"), level !== "support");
  act("Move its ends", () => reshape(view, entry), level === "support" && Boolean(row.span));
  act("Note", () => write(view, level, row, "note"));
  act("New claim", () => addClaim(view, row.id), level === "chapter");
  for (const [sign, by, name] of [["↑", -1, "Move up"], ["↓", 1, "Move down"]]) {
    const labels = { ...at(name), ...named(name, ` (Alt+${sign})`) };
    group.append(button("small", sign, () => moveRow(view, { level, id: row.id }, by), labels));
  }
  if (level !== "chapter") group.append(moveTo(view, level, row, entry));
  const merges = level !== "support" && Boolean(above);
  act("Merge into the one above", () => sendAct(view, { kind: "merge", ...own, into: above.id }), merges);
  const parted = { claim: "chapter", support: "claim" }[level];
  act(`New ${parted} from here`, () => splitAt(view, parted, entry), Boolean(parted) && entry.at > 0);
  act(level === "support" ? "Remove" : "Delete", () => sendAct(view, { kind: "delete", ...own }));
  return group;
}

function splitAt(view, parted, { row, parent }) {
  const words = parted === "chapter" ? `Chapter ${view.map.chapters.length + 1}` : "";
  const new_id = newId(parted);
  sendAct(view, { kind: "split", row: parted, row_id: parent.id, at: row.id, words, new_id });
  made(view, parted === "claim" ? new_id : view.state.claim, { level: parted, id: new_id });
}

function moveTo(view, level, row, { parent }) {
  const outer = level === "claim" ? "chapter" : "claim";
  const places = outer === "chapter" ? view.map.chapters : view.map.chapters.flatMap(({ claims }) => claims);
  const select = make("select", "small", "", {
    "aria-label": `Move to another ${outer}`, "data-at": `moveto ${keyOf(level, row.id)}`,
  });
  const named = (one, at) => `${at + 1}. ${shortened(one.words || UNSAID[outer], 40)}`;
  select.append(make("option", "", `Move to ${outer} …`, { value: "" }));
  // A map may have thousands of claims: they are listed when somebody looks.
  select.onfocus = () => {
    if (select.options.length > 1) return;
    const options = places.map((one, at) => [one, named(one, at)]).filter(([one]) => one.id !== parent.id);
    select.append(...options.map(([one, text]) => make("option", "", text, { value: one.id })));
  };
  select.onchange = () => {
    if (select.value) sendAct(view, { kind: "move", row: level, row_id: row.id, into: select.value, before: "" });
  };
  return select;
}

// ---- in place

const FIELDS = {
  words: { chapter: "Title of the chapter", claim: "Words of the claim" },
  note: { chapter: "Note on the chapter", claim: "Note on the claim", support: "Note on the quote" },
};

function write(view, level, row, what) {
  keepField(view);
  view.state.writes = { level, id: row.id, what, text: what === "note" ? row.note : row.words };
  drawTree(view);
}

// The field stands where the row does; what is written in it stays while the tree is drawn anew around it.
function openField(view) {
  const { writes } = view.state;
  const row = view.parts.map.body.querySelector(`[data-row="${CSS.escape(keyOf(writes.level, writes.id))}"]`);
  if (!row) return; // it is being made
  const field = make("input", "field", "", {
    type: "text", "aria-label": FIELDS[writes.what][writes.level], maxlength: "300", autocomplete: "off", dir: "auto",
    placeholder: writes.what === "words" && writes.level === "claim" ? "not yet said" : "",
  });
  if (writes.text === null) writes.text = view.rowOf.get(keyOf(writes.level, writes.id)).row.words; // it was made just now
  field.value = writes.text;
  field.oninput = () => (writes.text = field.value);
  field.onkeydown = (event) => {
    event.stopPropagation();
    if (event.key === "Enter") closeField(view, true);
    if (event.key === "Escape") closeField(view, false);
  };
  row.closest(".line").after(field);
  // A person who writes elsewhere goes on there.
  if (field.getRootNode().activeElement?.matches("input, textarea, select")) return;
  field.focus({ preventScroll: true });
  field.setSelectionRange(...(writes.caret ?? [0, field.value.length]));
  field.scrollIntoView({ block: "nearest" });
}

// What was written is an act where it changes anything.
function keepField(view) {
  const { writes } = view.state;
  const row = writes && view.rowOf.get(keyOf(writes.level, writes.id))?.row;
  view.state.writes = null;
  if (!row || writes.text === null) return;
  const written = onOneLine(writes.text);
  const own = { row: writes.level, row_id: writes.id };
  if (writes.what === "note" && written !== row.note) sendAct(view, { kind: "note", ...own, note: written });
  if (writes.what === "words" && written !== row.words) sendAct(view, { kind: "write", ...own, words: written });
}

function closeField(view, keep) {
  if (keep) keepField(view);
  view.state.writes = null;
  drawTree(view);
  view.text.focus({ preventScroll: true });
}
