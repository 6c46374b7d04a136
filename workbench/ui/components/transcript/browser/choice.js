// ---- the chosen quote, and the keys that choose another

function choose(view, id, { also = [], occurrence = 0, go = false } = {}) {
  const { state } = view;
  for (const shell of view.lit) shell.classList.remove("chosen", "here");
  view.lit = [];
  Object.assign(state, { chosen: id, also, occurrence: Math.max(0, occurrence) });
  const numbers = new Set([id, ...also].map(view.numberOf).filter((number) => number >= 0));
  const here = id ? view.quotes[view.numberOf(id)].spans[state.occurrence] : null;
  for (const { shell, quotes, start } of view.marked) {
    if (!quotes.some((number) => numbers.has(number))) continue;
    shell.classList.add("chosen");
    view.lit.push(shell);
    if (here && here[0] <= start && start < here[1] && quotes.includes(view.numberOf(id))) shell.classList.add("here");
  }
  showCards(view);
  sayPosition(view);
  view.drawRibbon();
  view.chose?.();
  if (go && here) {
    bring(view, ...here);
    flash(view.lit.filter((shell) => shell.classList.contains("here")));
  }
}

// The next shown quote after the chosen one, or after the top of what is on the screen.
function step(view, by) {
  const { quotes, shownNumbers, state } = view;
  if (!shownNumbers.length) return;
  const chosen = view.numberOf(state.chosen);
  const top = chosen < 0 ? inSight(view)[0] : 0;
  const before = (number) => (chosen < 0 ? quotes[number].spans[0][0] < top : number < chosen);
  const at = firstWhere(shownNumbers.length, (one) => !before(shownNumbers[one]));
  const onIt = chosen >= 0 && shownNumbers[at] === chosen;
  const wanted = by > 0 ? at + (onIt ? 1 : 0) : at - 1;
  const number = shownNumbers[(wanted + shownNumbers.length) % shownNumbers.length];
  choose(view, quotes[number].id, { go: true });
  openPanel(view, view.panelOfQuotes);
}

function stepOccurrence(view, by) {
  const { state } = view;
  const { spans } = view.quotes[view.numberOf(state.chosen)];
  choose(view, state.chosen, { occurrence: (state.occurrence + by + spans.length) % spans.length, go: true });
}

function sayPosition(view) {
  const { shownNumbers, state } = view;
  const at = shownNumbers.indexOf(view.numberOf(state.chosen));
  const all = grouped(shownNumbers.length);
  view.position.textContent = shownNumbers.length ? `Quote ${at < 0 ? "–" : grouped(at + 1)} of ${all}` : "";
  for (const node of view.steppers) node.disabled = !shownNumbers.length;
}

function buildStepper(view) {
  const element = make("div", "stepper", "", { role: "group", "aria-label": "Go from quote to quote" });
  view.position = make("span", "position", "", { "aria-live": "polite" });
  view.steppers = stepButtons(view, "quote", ["K", "J"]);
  element.append(view.position, ...view.steppers);
  return element;
}

function buildBar(view) {
  const first = make("div", "row");
  const filters = buildFilters(view);
  first.append(buildSearch(view), buildStepper(view), view.legendGroup);
  view.bar.append(first, filters);
}

function pressed(view, event) {
  if (!isForView(view, event)) return;
  const by = { j: 1, k: -1 }[event.key];
  if (event.key === "Escape" && view.state.chosen) choose(view, "");
  if (!by) return;
  event.preventDefault();
  step(view, by);
}

// An address names a quote, or a rejected one.
function focusOn(view, id) {
  if (view.numberOf(id) >= 0) {
    if (!view.shown[view.numberOf(id)]) changeFilter(view, { roles: [], chapter: "", speaker: "", state: "" });
    choose(view, id, { go: true });
    return openPanel(view, view.panelOfQuotes);
  }
  const row = view.rejected.findIndex((one) => one.evidence === id);
  if (row < 0) return;
  openPanel(view, "rejected");
  openRejected(view, id, { scroll: true });
  showPassage(view, row);
}
