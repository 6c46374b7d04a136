// The text of a chapter in the browser. Words reach the page through textContent and the value of a text box alone.

const unsaved = new Map(); // what stood in an editor that went away before it could be stored

export default function (given) {
  const view = openView(given, createView, () => null);
  receive(view, view.head);
  return attach(view, guard, leave);
}

function createView(root) {
  const view = {
    root,
    number: -1, stored: "", // what is stored, as far as this tab knows: the edit's number and its text
    sent: null, // the act that is on its way
    wanted: "", // a step that waits for it
    failed: false, conflict: null, turn: Date.now(),
    refused: 0, // characters that were to be inserted and are too many
    quotes: [], broken: [], found: -1,
  };
  view.area = make("textarea", "text", "", { "aria-label": "Text of the chapter, in Markdown", spellcheck: "true" });
  view.area.onbeforeinput = (event) => refuseTooMuch(view, event);
  view.area.oninput = () => {
    view.refused = 0;
    schedule(view);
  };
  view.area.onblur = () => flush(view);
  view.area.onpointerleave = () => flush(view); // whoever goes to another page moves there first
  view.bar = buildBar(view);
  view.notice = make("div", "notice", "", { role: "alert" });
  view.notice.hidden = true;
  view.panel = buildQuotes(view);
  root.replaceChildren(view.bar, view.notice, view.panel, view.area);
  // Streamlit has shortcuts of its own, and does not see that a letter was typed into our field.
  root.onkeydown = (event) => event.stopPropagation();
  return view;
}

function buildBar(view) {
  const bar = make("div", "bar");
  view.undo = button("", "Undo", () => step(view, "undo"), { title: "Take the last change back" });
  view.redo = button("", "Redo", () => step(view, "redo"), { title: "Make it again" });
  view.open = button("", "Insert a quote", () => toggleQuotes(view), { "aria-expanded": "false" });
  view.next = button("next", "", () => goToBroken(view));
  view.status = make("output", "status", "", { "aria-live": "polite" });
  bar.append(view.undo, view.redo, view.open, view.next, view.status);
  return bar;
}

// What Python has stored. Words of this tab that are not stored yet are never overwritten by it.
function receive(view, given) {
  const text = given.text.replace(/\r\n?/g, "\n"); // as a text box writes line ends
  const first = view.number < 0;
  const { sent } = view;
  let settled = null;
  if (sent && (given.heard === sent.turn || text === sent.text)) {
    const done = given.done || text === sent.text;
    if (done) settled = sent.text;
    Object.assign(view, { sent: null, failed: !done });
    clearTimeout(view.patience);
  }
  Object.assign(view, { limit: given.limit, quotes: given.quotes, broken: given.broken, given });
  if (first) begin(view, given.number, text);
  else if (view.number !== given.number || view.stored !== text) follow(view, given.number, text, settled);
  const { wanted } = view;
  view.wanted = "";
  if (wanted && !view.sent && !view.conflict) step(view, wanted);
  else if (!view.sent && !view.failed && view.area.value !== view.stored) schedule(view);
  fillQuotes(view);
  say(view);
}

function begin(view, number, text) {
  adopt(view, number, text);
  const claims = text.lastIndexOf("\n### Core Claims");
  const end = claims < 0 ? text.length : text.slice(0, claims).trimEnd().length;
  view.area.setSelectionRange(end, end);
  view.area.scrollTop = 0;
  const left = unsaved.get(view.key);
  unsaved.delete(view.key);
  if (left === undefined || left.text === text) return;
  view.area.value = left.text;
  if (left.number !== number && left.sent !== text) view.conflict = { number, text };
}

// Something else is stored than this tab knew: its own words, a step, or what was done elsewhere.
function follow(view, number, text, settled) {
  const mine = view.area.value;
  if (mine === text || mine === view.stored || mine === settled) adopt(view, number, text);
  else if (settled === text) Object.assign(view, { number, stored: text }); // and typing went on
  else if (settled !== null) Object.assign(view, { number, stored: text });
  else if (!view.sent) view.conflict = { number, text };
}

function adopt(view, number, text) {
  Object.assign(view, { number, stored: text, sent: null, conflict: null, failed: false });
  const { area } = view;
  if (area.value === text) return;
  const [top, old] = [area.scrollTop, area.value];
  let same = 0;
  while (same < old.length && old[same] === text[same]) same += 1;
  area.value = text;
  area.setSelectionRange(same, same);
  area.scrollTop = top;
}

// Also of an editor that went away something may not be stored yet.
function guard(view) {
  window.onbeforeunload = (event) => {
    const dirty = view.call && view.area.value !== view.stored;
    if (dirty || unsaved.size) event.preventDefault();
  };
}

function leave(view) {
  clearTimeout(view.timer);
  clearTimeout(view.patience);
  const { key, number, stored, sent, area } = view;
  // An act that is on its way when another page is opened may not arrive.
  if (area.value !== stored) unsaved.set(key, { number, text: area.value, sent: sent?.text });
}
