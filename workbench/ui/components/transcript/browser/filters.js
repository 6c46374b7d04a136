// ---- the filters: what is shown, decided here and without a rerun

const STATES = [
  ["used", "Used in the last run", (quote) => quote.used],
  ["unused", "Not used in the last run", (quote) => !quote.used],
  ["usable", "Long enough to count", (quote) => !quote.short],
  ["short", "Too short to count", (quote) => quote.short],
  ["mended", "Corrected", (quote) => quote.mended.length],
  ["several", "Said in several places", (quote) => quote.spans.length > 1],
  ["listen", "Listen first", (quote) => quote.listen],
];
const ONLY_WHERE_THERE_ARE = ["mended", "listen"];

function chooser(view, name, field, all) {
  const label = make("label", "filter");
  const select = make("select", "", "", { "aria-label": name });
  label.append(select);
  select.onchange = () => changeFilter(view, { [field]: select.value });
  const fill = (options) => {
    const known = options.some(([value]) => value === view.state[field]);
    if (!known) view.state[field] = "";
    select.replaceChildren(...[["", all], ...options].map(([value, text]) => make("option", "", text, { value })));
    select.value = view.state[field];
    select.disabled = !options.length;
  };
  return { element: label, fill, set: () => (select.value = view.state[field]) };
}

function buildFilters(view) {
  const filters = (view.filters = {
    chapter: chooser(view, "Show chapter", "chapter", "All chapters"),
    speaker: chooser(view, "Show speaker", "speaker", "All speakers"),
    state: chooser(view, "Show state", "state", "All quotes"),
  });
  const passages = make("label", "filter check");
  const box = make("input", "", "", { type: "checkbox" });
  box.onchange = () => changeFilter(view, { passages: box.checked });
  passages.append(box, make("span", "outlined", "Rejected passages"));
  passages.title = "Outline the passages that rejected quotes are most like";
  filters.passages = { element: passages, set: () => (box.checked = view.state.passages) };
  view.legendGroup = make("div", "legend", "", { role: "group", "aria-label": "Show the quotes of" });
  view.showing = make("span", "showing", "", { role: "status" });
  view.clear = button("plain", "Clear filters", () => {
    changeFilter(view, { roles: [], chapter: "", speaker: "", state: "" });
    view.filters.chapter.element.firstChild.focus();
  });
  const row = make("div", "filters", "", { role: "group", "aria-label": "Filters" });
  row.append(
    filters.chapter.element, filters.speaker.element, filters.state.element, passages, view.showing, view.clear,
  );
  return row;
}

function fillFilters(view) {
  const { quotes, filters, state } = view;
  const speakers = new Map(quotes.map((quote) => [quote.who, quote.name]));
  const given = new Set(quotes.flatMap((quote) => quote.chapters));
  const titled = (title, index) => [String(index), given.has(index) ? title : `${title} (no quotes)`];
  filters.chapter.fill(view.chapters.map(titled));
  filters.speaker.fill([...speakers]);
  filters.state.fill(
    STATES.filter(([value]) => view.runs || !value.endsWith("used")).filter(
      ([value, , test]) => !ONLY_WHERE_THERE_ARE.includes(value) || quotes.some(test),
    ).map(([value, text]) => {
      const words = value === "short" ? `${text} (under ${view.shortest} words)` : text;
      return [value, words];
    }),
  );
  filters.passages.element.hidden = !view.rejected.some((one) => one.nearest);
  state.roles = state.roles.filter((role) => view.legend.some((entry) => entry.role === role));
  view.legendGroup.replaceChildren(...view.legend.map((entry) => chip(view, entry)));
}

function chip(view, { role, word, count: number }) {
  const node = button("chip", "", () => {
    const { roles } = view.state;
    changeFilter(view, { roles: roles.includes(role) ? roles.filter((one) => one !== role) : [...roles, role] });
  });
  node.dataset.role = role;
  node.append(make("span", `sample ${role}`, word), make("span", "number", grouped(number)));
  node.title = `Show or hide the quotes of this role: ${word}`;
  node.disabled = number === 0;
  return node;
}

function changeFilter(view, changed) {
  Object.assign(view.state, changed);
  applyFilters(view);
}

function passes(state) {
  const test = STATES.find(([value]) => value === state.state)?.[2];
  const chapter = state.chapter === "" ? -1 : Number(state.chapter);
  return (quote) =>
    !state.roles.includes(quote.role) &&
    (chapter < 0 || quote.chapters.includes(chapter)) &&
    (!state.speaker || quote.who === state.speaker) &&
    (!test || test(quote));
}

function applyFilters(view) {
  const { state, quotes } = view;
  const pass = passes(state);
  view.shown = quotes.map(pass);
  view.shownNumbers = quotes.flatMap((_, number) => (view.shown[number] ? [number] : []));
  for (const mark of view.marked) {
    const first = mark.quotes.find((number) => view.shown[number]);
    const off = first === undefined;
    const role = quotes[off ? mark.quotes[0] : first].role;
    if (role !== mark.role) {
      if (mark.role) mark.shell.classList.remove(mark.role);
      mark.shell.classList.add(role);
      mark.role = role;
    }
    if (off === mark.off) continue;
    mark.off = off;
    mark.shell.classList.toggle("off", off);
    if (mark.stop) mark.shell.tabIndex = off ? -1 : 0;
  }
  view.text.classList.toggle("quietly", !state.passages);
  sayWhatIsShown(view);
  view.drawRibbon();
}

function sayWhatIsShown(view) {
  const { state, quotes, shownNumbers } = view;
  const filtered = state.roles.length || state.chapter || state.speaker || state.state;
  view.showing.textContent = quotes.length
    ? `Showing ${grouped(shownNumbers.length)} of ${count(quotes.length, "quote", "quotes")}`
    : "No quotes";
  view.clear.disabled = !filtered;
  for (const one of Object.values(view.filters)) one.set();
  for (const node of view.legendGroup.children) {
    node.setAttribute("aria-pressed", String(!state.roles.includes(node.dataset.role)));
  }
  sayPosition(view);
}
