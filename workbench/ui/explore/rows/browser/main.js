// A table of rows in the browser: sorted by the heading that is pressed, drawn a hundred rows at a time, opened by a
// click. Text reaches the page through textContent alone.

const AT_ONCE = 100;
const LEFT_TO_RIGHT = { before: "before", match: "match", after: "after", number: "number", open: "open", short: "short", text: "" };

export default function (given) {
  const view = openView(given, createView, () => ({ column: -1, falls: false, shown: AT_ONCE }));
  if (!buildParts(view, given.data, { rows: build })) mark(view);
  return attach(view, () => {});
}

function createView(root) {
  const view = { root };
  view.table = make("table");
  view.more = button("more", "Show more", () => showMore(view));
  view.scroll = make("div", "scroll", "", { tabindex: "0", role: "region" });
  view.scroll.append(view.table, view.more);
  root.replaceChildren(view.scroll);
  return view;
}

function build(view, { caption, columns, rows }) {
  Object.assign(view, { columns, rows });
  view.state.shown = Math.max(AT_ONCE, Math.min(view.state.shown, rows.length));
  if (view.state.column >= columns.length) view.state.column = -1;
  view.scroll.setAttribute("aria-label", caption);
  view.body = make("tbody");
  view.body.onclick = (event) => open(view, event.target.closest("tr"));
  const head = make("thead");
  view.heads = columns.map((column, at) => headOf(view, column, at));
  const line = make("tr");
  line.append(...view.heads);
  head.append(line);
  view.table.replaceChildren(make("caption", "", caption), head, view.body);
  view.table.className = columns.some((column) => column.kind === "match") ? "lines" : "";
  draw(view);
}

function headOf(view, column, at) {
  const head = make("th", LEFT_TO_RIGHT[column.kind], "", { scope: "col" });
  head.append(button("sort", column.title, () => sortBy(view, at)));
  return head;
}

// Words sort from A on, numbers from the largest on; pressed again, the other way around.
function sortBy(view, at) {
  const { state } = view;
  state.falls = state.column === at ? !state.falls : view.columns[at].kind === "number";
  state.column = at;
  draw(view);
}

// What is not known comes last, whichever way the others go.
function inOrder(view) {
  const order = view.rows.map((_, number) => number);
  const { column, falls } = view.state;
  if (column < 0) return order;
  const compare = new Intl.Collator("en", { numeric: true, sensitivity: "base" }).compare;
  const unknown = (cell) => cell === null || cell === "";
  const cells = view.rows.map((row) => row[column]);
  return order.sort((one, other) => {
    const [first, second] = [cells[one], cells[other]];
    if (unknown(first) || unknown(second)) return unknown(first) - unknown(second) || one - other;
    const way = typeof first === "number" ? first - second : compare(first, second);
    return (falls ? -way : way) || one - other;
  });
}

function draw(view) {
  view.order = inOrder(view);
  view.heads.forEach((head, at) => {
    const sorted = view.state.column !== at ? "none" : view.state.falls ? "descending" : "ascending";
    head.setAttribute("aria-sort", sorted);
  });
  view.body.replaceChildren(...view.order.slice(0, view.state.shown).map((number) => rowOf(view, number)));
  view.more.hidden = view.order.length <= view.state.shown;
  view.more.textContent = `Show more: ${grouped(view.state.shown)} of ${grouped(view.order.length)} are shown`;
  mark(view);
}

function showMore(view) {
  const from = view.state.shown;
  view.state.shown += 5 * AT_ONCE;
  draw(view);
  view.body.rows[from]?.querySelector("button")?.focus({ preventScroll: true });
}

function rowOf(view, number) {
  const row = make("tr", "", "", { "data-row": number });
  row.append(...view.rows[number].map((cell, at) => cellOf(view, view.columns[at], cell)));
  return row;
}

function cellOf(view, column, cell) {
  const node = make("td", LEFT_TO_RIGHT[column.kind]);
  const text = typeof cell === "number" ? inDigits(cell, column.digits) : (cell ?? "");
  if (view.head.opens && ["open", "match"].includes(column.kind)) node.append(button("name", text, null));
  else if (column.kind === "before") node.append(make("bdi", "", text));
  else node.textContent = text;
  return node;
}

function inDigits(number, digits) {
  return number.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

// Below a table with a chosen row stands what the row opened: there should be room for both.
function mark(view) {
  view.scroll.classList.toggle("low", view.head.chosen !== null);
  for (const row of view.body.rows) {
    const chosen = Number(row.dataset.row) === view.head.chosen;
    row.classList.toggle("chosen", chosen);
    if (chosen) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  }
}

function open(view, row) {
  if (row && view.head.opens && document.getSelection().isCollapsed) view.send({ do: "open", row: Number(row.dataset.row) });
}
