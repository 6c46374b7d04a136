// ---- the chosen number, the filter, and the keys that go from one to the next

function choose(view, number, { row = -1, go = false } = {}) {
  const { state, nodes } = view;
  nodes[state.chosen]?.classList.remove("chosen");
  nodes[state.chosen]?.removeAttribute("aria-current");
  Object.assign(state, { chosen: number, row, seen: seenAt(view, number) });
  nodes[number]?.classList.add("chosen");
  nodes[number]?.setAttribute("aria-current", "true");
  showCard(view);
  lightRows(view);
  sayPosition(view);
  if (go) {
    showIn(view.text, nodes[number]);
    nodes[number].focus({ preventScroll: true });
  }
}

function showIn(pane, node) {
  const [box, frame] = [node.getBoundingClientRect(), pane.getBoundingClientRect()];
  if (box.top >= frame.top && box.bottom <= frame.bottom) return;
  pane.scrollTop += box.top + box.height / 2 - frame.top - frame.height / 2;
}

// The next shown number after the chosen one, from the last to the first again.
function step(view, by) {
  const { shown, state } = view;
  if (!shown.length) return;
  const at = firstWhere(shown.length, (one) => shown[one] >= state.chosen);
  const onIt = shown[at] === state.chosen;
  const wanted = by > 0 ? at + (onIt ? 1 : 0) : at - 1;
  choose(view, shown[(wanted + shown.length) % shown.length], { go: true });
}

function pressed(view, event) {
  if (!isForView(view, event)) return;
  if (event.key === "Escape" && view.state.chosen >= 0) return choose(view, -1);
  const by = { j: 1, k: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  step(view, by);
}

// ---- the bar: the legend, which filters, the steps, and the last change

function buildBar(view) {
  view.legend = make("div", "legend", "", { role: "group", "aria-label": "Show the numbers that are" });
  view.position = make("span", "position", "", { "aria-live": "polite" });
  view.steppers = stepButtons(view, "number", ["K", "J"]);
  const steps = make("div", "stepper", "", { role: "group", "aria-label": "Go from number to number" });
  steps.append(view.position, ...view.steppers);
  view.changes = make("span", "changes", "", { role: "status" });
  view.undo = button("plain", "Undo the last change", () => view.send({ undo: true }));
  const changed = (view.changed = make("div", "stepper"));
  changed.append(view.changes, view.undo);
  view.note = make("p", "hint");
  view.bar.append(view.legend, changed, steps, view.note);
}

function fillBar(view) {
  const { changes, legend } = view.given;
  view.legend.replaceChildren(...legend.map((entry) => chip(view, entry)));
  view.note.textContent = view.given.note;
  view.note.hidden = !view.given.note;
  view.changed.hidden = changes === null;
  view.changes.textContent = changes ? `${count(changes, "change", "changes")} here` : "";
  view.undo.disabled = !changes;
}

function chip(view, { kind, count: number }) {
  const { word, sign, meaning } = view.kinds[kind];
  const node = button("chip", "", () => {
    const { state } = view;
    state.off = state.off.includes(kind) ? state.off.filter((one) => one !== kind) : [...state.off, kind];
    applyFilter(view);
    sayPosition(view);
  });
  node.dataset.kind = kind;
  node.append(make("span", `sample ${kind}`, `${sign} ${word}`), make("span", "number", grouped(number)));
  node.title = `${meaning} Press to show or hide these.`;
  return node;
}

function applyFilter(view) {
  const { state, numbers, nodes } = view;
  view.shown = [];
  for (const [at, { kind }] of numbers.entries()) {
    const off = state.off.includes(kind);
    nodes[at].classList.toggle("off", off);
    nodes[at].tabIndex = off ? -1 : 0;
    if (!off) view.shown.push(at);
  }
  for (const node of view.legend.children) {
    node.setAttribute("aria-pressed", String(!state.off.includes(node.dataset.kind)));
  }
}

function sayPosition(view) {
  const at = view.shown.indexOf(view.state.chosen);
  const all = grouped(view.shown.length);
  view.position.textContent = view.shown.length ? `${at < 0 ? "–" : grouped(at + 1)} of ${all} marked` : "None shown";
  for (const node of view.steppers) node.disabled = !view.shown.length;
}
