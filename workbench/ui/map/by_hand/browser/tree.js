// ---- the map as a tree: chapters, claims, quotes; the current row with its buttons

const INSIDE = { chapter: ["claims", "claim"], claim: ["support", "support"], support: [null, null] };
const UNSAID = { chapter: "Without a title", claim: "not yet said", support: "(nothing)" };

// Rows that are as they were stay as they stand: of thousands an act changes a few.
function drawTree(view) {
  const { body } = view.parts.map;
  const active = body.getRootNode().activeElement;
  const at = body.contains(active) ? active.dataset.at : null;
  const open = body.querySelector(".keys")?.open;
  const field = body.querySelector(".field");
  if (field && view.state.writes) view.state.writes.caret = [field.selectionStart, field.selectionEnd];
  field?.remove();
  const { chapters } = view.map;
  view.list ??= make("ol", "tree", "", { "aria-label": "Chapters, claims and quotes" });
  const before = view.nodes;
  view.nodes = new Map();
  place(view.list, chapters.map((chapter) => drawRow(view, "chapter", chapter, before)));
  const hint = "Select words of the transcript and press N: they begin a chapter, with a claim to which they belong.";
  const top = body.scrollTop;
  place(body, [treeBar(view), chapters.length ? view.list : make("p", "hint", hint)]);
  if (open) body.querySelector(".keys").open = true;
  body.scrollTop = top;
  tabLabel(view, "map", "Map", chapters.length);
  drawAwaited(view);
  if (view.state.writes) openField(view);
  else if (at) (body.querySelector(`[data-at="${CSS.escape(at)}"]`) ?? view.text).focus({ preventScroll: true });
}

// Give a node these children; one that stands where it should is not touched.
function place(parent, children) {
  const wanted = new Set(children);
  let here = parent.firstChild;
  const drop = () => {
    while (here && !wanted.has(here)) {
      const gone = here;
      here = here.nextSibling;
      gone.remove();
    }
  };
  for (const child of children) {
    drop();
    if (child === here) here = here.nextSibling;
    else parent.insertBefore(child, here);
  }
  drop();
}

function treeBar(view) {
  const { undo, redo } = view.map;
  const bar = make("div", "treebar");
  const row = make("div", "acts");
  const stepTo = (text, what, does) => {
    const node = button("small", text, () => takeBack(view, what), { "data-at": what, title: does });
    node.disabled = !does;
    return node;
  };
  row.append(stepTo("Undo", "undo", undo), stepTo("Redo", "redo", redo));
  row.append(button("small", "New chapter", () => addChapter(view), { "data-at": "new" }));
  bar.append(row);
  if (undo) bar.append(make("p", "quiet what", `Undo takes back: ${undo}.`, { dir: "auto" }));
  bar.append(buildKeys());
  return bar;
}

function drawRow(view, level, row, before) {
  const { state } = view;
  const key = keyOf(level, row.id);
  const current = state.row?.level === level && state.row.id === row.id;
  const slot = level === "claim" ? state.slots.indexOf(row.id) : -1;
  const target = level === "claim" && row.id === state.claim;
  const looks = [row.own, current, slot, target];
  const [field, inner] = INSIDE[level];
  const node = before.get(key) ?? { item: make("li", `node of-${level}`), list: field && make("ol"), looks: [] };
  view.nodes.set(key, node);
  // The buttons of the current row depend on what stands about it.
  const own = current || looks.some((one, at) => one !== node.looks[at]) ? rowItself(view, level, row, looks) : node.own;
  const inside = field ? row[field].map((one) => drawRow(view, inner, one, before)) : [];
  if (field) place(node.list, inside);
  place(node.item, inside.length ? [...own, node.list] : own);
  Object.assign(node, { looks, own });
  return node.item;
}

// A row without what is in it: its words, what is known of it, its note, and its buttons where it is the current one.
function rowItself(view, level, row, [, current, slot, target]) {
  const line = make("div", "line");
  const choose = button("entry", "", () => chooseRow(view, level, row), { "data-at": keyOf(level, row.id) });
  choose.dataset.row = keyOf(level, row.id);
  if (current) choose.setAttribute("aria-current", "true");
  choose.append(make("span", row.words ? "words" : "words unsaid", row.words || UNSAID[level], { dir: "auto" }));
  const number = String(slot + 1);
  if (slot >= 0) line.append(make("span", "slot", number, { title: `The key ${number} adds to this claim` }));
  line.append(choose);
  if (target) line.append(make("span", "target", "current"));
  return [
    line,
    ...aboutRow(level, row),
    ...(row.note ? [make("p", "note", row.note, { dir: "auto" })] : []),
    ...(current ? [rowButtons(view, level, row)] : []),
  ];
}

function aboutRow(level, row) {
  const proposed = row.proposed ? make("span", "proposed", "proposed") : "";
  const line = (classes, ...told) => {
    const node = make("p", classes);
    node.append(...told.filter(Boolean).flatMap((one, at) => (at ? [" · ", one] : [one])));
    return node;
  };
  if (level === "chapter") {
    const lacks = row.lacks ? `lacks ${row.lacks}` : "";
    return [line("about", make("b", "", row.coverage), row.measures, lacks, proposed)];
  }
  if (level === "claim") {
    const told = [row.support.length ? "" : "no quotes yet", proposed].filter(Boolean);
    return told.length ? [line("about", ...told)] : [];
  }
  const standing = row.why ? make("span", "why", `✗ ${row.why}`) : make("span", "proven", "✓ proven");
  return [line("about", row.who, row.time, standing, proposed), ...(row.heard ? [line("about", row.heard)] : [])];
}

function chooseRow(view, level, row) {
  const { state } = view;
  keepField(view);
  if (level === "chapter") state.claim = "";
  else makeCurrent(view, level === "claim" ? row.id : view.rowOf.get(keyOf(level, row.id)).parent.id);
  state.row = { level, id: row.id };
  drawTree(view);
  if (level === "support") showPlace(view, row);
  lightRows(view);
}

function showPlace(view, row) {
  if (row.quote) choose(view, row.quote, { go: true });
  else if (row.span) bring(view, ...row.span);
}

// The rows that use the chosen quote.
function lightRows(view) {
  const ids = [view.state.chosen, ...view.state.also].filter(Boolean);
  const rows = ids.length ? [...view.rowOf].filter(([, { row }]) => ids.includes(row.quote)) : [];
  for (const node of view.litRows) node.classList.remove("lit");
  view.litRows = rows.flatMap(([key]) => view.nodes.get(key)?.item.querySelector(".entry") ?? []);
  for (const node of view.litRows) node.classList.add("lit");
  const chosen = ids.join("\n");
  if (view.litRows.length && view.litFor !== chosen) reveal(view.parts.map.body, view.litRows[0]);
  view.litFor = chosen;
}

// In its part alone: the page does not move.
function reveal(body, node) {
  const [part, place] = [body.getBoundingClientRect(), node.getBoundingClientRect()];
  if (place.top < part.top) body.scrollTop += place.top - part.top - 8;
  else if (place.bottom > part.bottom) body.scrollTop += place.bottom - part.bottom + 8;
}
