// ---- acts: what a person does goes to Python one act at a time, with how the rows looked that it depends on

const ACT_PATIENCE = 10000; // milliseconds after which an act without an answer is no longer waited for
const RECENT = 9; // claims with a number of their own

const keyOf = (level, id) => `${level} ${id}`;

function indexRows(view) {
  const { state } = view;
  view.rowOf = new Map();
  const put = (level, row, parent, siblings, at) => {
    view.rowOf.set(keyOf(level, row.id), { level, row, parent, siblings, at });
  };
  const { chapters } = view.map;
  chapters.forEach((chapter, at) => {
    put("chapter", chapter, null, chapters, at);
    chapter.claims.forEach((claim, place) => {
      put("claim", claim, chapter, chapter.claims, place);
      claim.support.forEach((support, number) => put("support", support, claim, claim.support, number));
    });
  });
  const is = (level, id) => view.rowOf.has(keyOf(level, id));
  // A row that is being made is not in the map yet.
  if (!view.waits && !view.queue.length) {
    if (!is("claim", state.claim)) state.claim = "";
    if (state.row && !is(state.row.level, state.row.id)) state.row = null;
    if (state.writes && !is(state.writes.level, state.writes.id)) state.writes = null;
    if (state.reshapes && !is("support", state.reshapes)) state.reshapes = "";
  }
  state.slots = state.slots.map((id) => (is("claim", id) || id === state.claim ? id : ""));
  for (const claim of chapters.flatMap(({ claims }) => claims)) {
    const free = freeSlot(state);
    if (free === undefined) break;
    if (!state.slots.includes(claim.id)) state.slots[free] = claim.id;
  }
}

function freeSlot({ slots }) {
  return Array.from({ length: RECENT }, (_, at) => at).find((at) => !slots[at]);
}

// The rows that an act depends on, each on its own or with all that is in it.
const DEPENDS = {
  add_chapter: () => [],
  add_claim: (act) => [["chapter", act.chapter_id]],
  add_support: (act) => [["claim", act.claim_id]],
  span: (act) => [["support", act.row_id]],
  write: (act) => [[act.row, act.row_id]],
  note: (act) => [[act.row, act.row_id]],
  move: (act) => [[act.row, act.row_id]],
  merge: (act) => [[act.row, act.row_id, true], [act.row, act.into]],
  split: (act) => [[act.row, act.row_id, true]],
  delete: (act) => [[act.row, act.row_id, true]],
  judge: (act) => [[act.row, act.row_id, !act.accept]],
};

function withLooks(view, act) {
  if (act.kind === "group") return { ...act, acts: act.acts.map((one) => withLooks(view, one)) };
  const seen = DEPENDS[act.kind](act).map(([level, id, whole]) => {
    const row = view.rowOf.get(keyOf(level, id))?.row;
    return row ? (whole ? row.whole : row.look) : "";
  });
  return { ...act, seen };
}

function sendAct(view, ...acts) {
  enqueue(view, { do: "act", act: acts.length === 1 ? acts[0] : { kind: "group", acts } });
}

function takeBack(view, what) {
  enqueue(view, { do: what });
}

function enqueue(view, sent) {
  view.queue.push(sent);
  sendNext(view);
  drawAwaited(view);
}

// One at a time: Streamlit keeps only the last of what a component sends while a page runs.
function sendNext(view) {
  if (view.waits || !view.queue.length) return;
  const sent = (view.sent = view.queue.shift());
  view.waits = Date.now();
  view.patience = setTimeout(() => {
    Object.assign(view, { waits: 0, sent: null });
    sendNext(view);
    drawAwaited(view);
  }, ACT_PATIENCE);
  const act = sent.act && withLooks(view, sent.act);
  view.send({ ...sent, act, number: view.map.number, turn: view.waits });
}

function hearBack(view) {
  if (!view.waits || view.head.arrived !== view.waits) return;
  clearTimeout(view.patience);
  Object.assign(view, { waits: 0, sent: null });
  if (!view.queue.length) {
    indexRows(view); // what was refused was never made
    drawTree(view);
    lightRows(view);
  }
  sendNext(view);
  drawAwaited(view);
}

function newId(level) {
  return `${level}-${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`;
}

// ---- from what is selected

function quoteOf(view, claim_id) {
  const { picked } = view.state;
  return picked ? [{ kind: "add_support", claim_id, span: [picked.start, picked.end] }] : [];
}

function makeCurrent(view, claim) {
  const { state } = view;
  state.claim = claim;
  state.row = { level: "claim", id: claim };
  if (state.slots.includes(claim)) return;
  state.slots[freeSlot(state) ?? (view.nextSlot = ((view.nextSlot ?? -1) + 1) % RECENT)] = claim;
}

// To the current claim, or to the quote whose ends are being moved; without either to a new claim.
function addPicked(view) {
  const { state } = view;
  const { picked, reshapes, claim } = state;
  if (reshapes) sendAct(view, { kind: "span", row_id: reshapes, span: [picked.start, picked.end] });
  else if (claim) sendAct(view, ...quoteOf(view, claim));
  else return addClaim(view);
  letGo(view);
}

function addToSlot(view, number) {
  const claim = view.state.slots[number - 1];
  if (!claim) return false;
  makeCurrent(view, claim);
  view.state.reshapes = "";
  if (view.state.picked) addPicked(view);
  else drawTree(view);
  return true;
}

function currentChapter(view) {
  const { row, claim } = view.state;
  const of = (level, id) => view.rowOf.get(keyOf(level, id));
  if (row?.level === "chapter" && of("chapter", row.id)) return row.id;
  return of("claim", claim)?.parent.id ?? view.map.chapters.at(-1)?.id ?? "";
}

function addClaim(view, chapter = currentChapter(view)) {
  if (!chapter) return addChapter(view);
  const new_id = newId("claim");
  sendAct(view, { kind: "add_claim", chapter_id: chapter, new_id }, ...quoteOf(view, new_id));
  made(view, new_id, { level: "claim", id: new_id });
}

function addChapter(view) {
  const [chapter, claim] = [newId("chapter"), newId("claim")];
  const title = `Chapter ${view.map.chapters.length + 1}`;
  const quote = quoteOf(view, claim);
  const acts = quote.length ? [{ kind: "add_claim", chapter_id: chapter, new_id: claim }, ...quote] : [];
  sendAct(view, { kind: "add_chapter", title, new_id: chapter }, ...acts);
  made(view, acts.length ? claim : "", { level: "chapter", id: chapter });
}

// What was made becomes current, and its words can be written at once.
function made(view, claim, row) {
  keepField(view);
  if (claim) makeCurrent(view, claim);
  else view.state.claim = "";
  view.state.row = row;
  view.state.writes = { ...row, what: "words", text: null };
  letGo(view);
}

// ---- with rows

// Up or down among its siblings, and at the end of them into the neighbour of what it is in.
function moveRow(view, { level, id }, by) {
  const entry = view.rowOf.get(keyOf(level, id));
  if (!entry) return false;
  const { siblings, at, parent } = entry;
  let [into, before] = [parent?.id ?? "", null];
  if (siblings[at + by]) before = by < 0 ? siblings[at - 1].id : (siblings[at + 2]?.id ?? "");
  else if (parent) {
    const outer = view.rowOf.get(keyOf(level === "claim" ? "chapter" : "claim", parent.id));
    const other = outer.siblings[outer.at + by];
    if (other) [into, before] = [other.id, by < 0 ? "" : ((other.claims ?? other.support)[0]?.id ?? "")];
  }
  if (before === null) return false;
  sendAct(view, { kind: "move", row: level, row_id: id, into, before });
  return true;
}

// Only what is proposed and chosen: looking at a row accepts nothing.
function judgeRow(view, chosen, accept) {
  const row = chosen && view.rowOf.get(keyOf(chosen.level, chosen.id))?.row;
  if (!row?.proposed) return null;
  sendAct(view, { kind: "judge", row: chosen.level, row_id: row.id, accept });
}

function reshape(view, { row }) {
  const span = row.span;
  if (!span) return;
  pick(view, { start: span[0], end: span[1], moves: "end" });
  view.state.reshapes = row.id;
  sayPicked(view);
  bring(view, ...span);
  view.text.focus({ preventScroll: true });
}
