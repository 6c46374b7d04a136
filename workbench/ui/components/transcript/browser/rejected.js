// ---- the rejected quotes and the mends; no filter hides any of them

const ALL_PROVEN = "Every quote of the evidence map is in the transcript, spoken by the person it names.";
const DIFF_KEY = "Struck out: only in the quote as typed. Underlined: only in the transcript.";

function tabLabel(view, name, label, number) {
  const words = `${label} (${grouped(number)})`;
  view.parts[name].tab.textContent = words;
  view.parts[name].body.setAttribute("aria-label", words);
}

function showRejected(view) {
  const { rejected, state } = view;
  tabLabel(view, "rejected", "Rejected", rejected.length);
  const groups = new Map();
  for (const row of rejected) groups.set(row.reason, [...(groups.get(row.reason) ?? []), row]);
  view.rows = new Map();
  const parts = [...groups].sort(([, one], [, other]) => other.length - one.length).map(([reason, rows]) => {
    const part = make("section", "group");
    const head = make("h4", "", reason);
    head.append(make("span", "number", grouped(rows.length)));
    const list = make("ul");
    list.append(...rows.map((row) => refusedItem(view, row)));
    part.append(head, list);
    return part;
  });
  if (!parts.length) {
    parts.push(make("p", "hint", view.quotes.length ? ALL_PROVEN : "The evidence map has no quotes."));
  }
  refill(view.parts.rejected.body, ...parts);
  const still = view.rows.has(state.open);
  if (!still) state.open = "";
  if (still) openRejected(view, state.open);
}

function refusedItem(view, row) {
  const item = make("li", "refused", "", { "data-evidence": row.evidence });
  const details = make("details");
  const summary = make("summary");
  const typed = row.quote ? make("p", "typed", row.quote, { dir: "auto" }) : make("p", "typed quiet", "(nothing)");
  const meta = make("p", "quiet", `${row.speaker || "No speaker named"} · Chapter ${row.chapter + 1} · `);
  meta.append(make("span", "id", row.evidence));
  summary.append(typed, meta);
  if (row.difference) summary.append(make("p", "kind", row.difference));
  details.append(summary);
  // A click decides, not the event `toggle`: that one comes late, and also when the program opens something.
  summary.onclick = (event) => {
    event.preventDefault();
    if (view.state.open === row.evidence) closeRejected(view);
    else openRejected(view, row.evidence);
  };
  item.append(details);
  view.rows.set(row.evidence, { row, item, details, filled: false });
  return item;
}

function closeRejected(view) {
  const { state } = view;
  view.rows.get(state.open)?.details.removeAttribute("open");
  state.open = "";
  showPassage(view, -1, false);
}

function openRejected(view, evidence, { scroll = false } = {}) {
  const entry = view.rows.get(evidence);
  if (view.state.open !== evidence) closeRejected(view);
  view.state.open = evidence;
  if (!entry.filled) {
    entry.filled = true;
    entry.details.append(refusedBody(view, entry));
  }
  entry.details.open = true;
  showPassage(view, view.rejected.indexOf(entry.row), false);
  selectionMoved(view);
  if (scroll) entry.item.scrollIntoView({ block: "nearest" });
}

// The passage that a rejected quote is most like, outlined in the text.
function showPassage(view, number, go = true) {
  for (const shell of view.text.querySelectorAll(".near.shown")) shell.classList.remove("shown");
  const shells = view.passages[number] ?? [];
  for (const shell of shells) shell.classList.add("shown");
  if (!go || !shells.length) return;
  bring(view, ...view.rejected[number].nearest.span);
  flash(shells);
}

function refusedBody(view, entry) {
  const { row } = entry;
  const body = make("div", "body");
  if (row.claim) {
    body.append(make("p", "label", "To support"), make("p", "claim", row.claim, { title: row.claim, dir: "auto" }));
  }
  if (row.nearest) body.append(...nearestPassage(view, row));
  else body.append(make("p", "quiet", "There is no near passage in the transcript."));
  body.append(make("p", "label", "Correct it"), offers(view, entry));
  return body;
}

function nearestPassage(view, { evidence, nearest }) {
  const facts = [nearest.speaker || "Nobody named", nearest.time, nearest.likeness].filter(Boolean).join(" · ");
  const label = make("p", "label", "Nearest passage", { title: DIFF_KEY });
  const show = button("small", "Show in transcript", () => {
    if (!view.state.passages) changeFilter(view, { passages: true });
    showPassage(view, view.rejected.findIndex((row) => row.evidence === evidence));
  });
  const foot = make("p", "quiet", facts);
  return [label, diff(nearest.diff, "diff"), foot, show];
}

function offers(view, entry) {
  const { row } = entry;
  const group = make("div", "offers");
  const send = (act) => sendOnce(view, group, { do: "mend", evidence_id: row.evidence, ...act });
  for (const [number, offer] of row.offers.entries()) {
    const node = button("offer", offer.label, () => send({ offer: number }));
    if (offer.words) node.append(make("span", "words", offer.words, { dir: "auto" }));
    if (offer.note) node.append(make("span", "quiet", offer.note));
    group.append(node);
  }
  entry.select = button("offer", "Use the selected words", () => {
    if (view.selection) send({ start: view.selection[0], end: view.selection[1] });
  });
  entry.preview = make("span", "words", "", { dir: "auto" });
  entry.select.append(entry.preview);
  entry.select.onmousedown = (event) => event.preventDefault(); // what is selected stays selected
  group.append(entry.select);
  return group;
}

// A second click does nothing while the first one is on its way.
function sendOnce(view, group, act) {
  const all = group.querySelectorAll("button");
  const { body } = view.parts[view.state.panel];
  if (group.contains(group.getRootNode().activeElement)) body.focus({ preventScroll: true }); // else the keyboard is lost
  for (const node of all) node.disabled = true;
  view.send(act);
  // Where it could not be stored the page stays as it is, and the person may try again.
  setTimeout(() => {
    for (const node of all) node.disabled = false;
    selectionMoved(view);
  }, 1500);
}

// Words of the transcript that are selected can be taken for the open rejected quote.
function selectionMoved(view) {
  const entry = view.state.panel === "rejected" ? view.rows?.get(view.state.open) : null;
  if (!entry?.select) return;
  view.selection = selectedSpan(view);
  entry.select.disabled = !view.selection;
  const words = view.selection ? onOneLine(sliceOf(view, view.selection)) : "";
  entry.preview.textContent = words
    ? `“${words.length > 160 ? `${words.slice(0, 160)}…` : words}”`
    : "Select words in the transcript first.";
}

// ---- what was mended

function showMended(view) {
  const { mended } = view;
  tabLabel(view, "mended", "Corrected", mended.length);
  view.parts.mended.tab.hidden = !mended.length;
  const list = make("ul");
  list.append(...mended.map((row) => mendedItem(view, row)));
  refill(view.parts.mended.body, list);
}

function mendedItem(view, row) {
  const item = make("li", row.undone ? "mended undone" : "mended", "", { "data-evidence": row.evidence });
  item.append(make("p", "kind", row.done), diff(row.diff, "diff"));
  const speaker = row.was_speaker ? `${row.was_speaker} → ${row.speaker || "nobody"}` : row.speaker || "No speaker named";
  const meta = make("p", "quiet", `${speaker} · `);
  meta.append(make("span", "id", row.evidence));
  item.append(meta);
  if (row.claim) item.append(make("p", "claim", row.claim, { title: row.claim, dir: "auto" }));
  if (row.state) item.append(make("p", "state", row.state));
  if (row.act) {
    const send = () => sendOnce(view, item, { do: row.act, number: row.number });
    item.append(button("small", row.act === "redo" ? "Redo" : "Undo", send));
  }
  return item;
}
