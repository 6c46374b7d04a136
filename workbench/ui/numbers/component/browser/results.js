// ---- below the narrative: the results, and which numbers rest on each

const AT_ONCE = 100; // rows that are drawn before somebody asks for more

function tableOf(headings, caption) {
  const table = make("table");
  const head = make("tr");
  const right = (one) => (one === "Value" || one === "Numbers" ? "value" : "");
  head.append(...headings.map((one) => make("th", right(one), one, { scope: "col" })));
  const [top, body] = [make("thead"), make("tbody")];
  top.append(head);
  table.append(make("caption", "", caption), top, body);
  return { table, body };
}

function drawResults(view) {
  const { rows, results } = view.given;
  view.rests = rows.map(() => []);
  for (const [at, number] of view.numbers.entries()) for (const row of number.rows) view.rests[row].push(at);
  view.lines = [];
  view.results.hidden = !rows.length;
  if (!rows.length) return view.results.replaceChildren();
  const { table, body } = tableOf(
    ["Query id", "Source", "Metric", "Value", "Unit", "Period", "Numbers"], "The results, and how many numbers rest on each",
  );
  view.body = body;
  view.list = make("div", "list", "", { tabindex: "0", role: "region", "aria-label": "Rows of the results" });
  view.more = button("plain more", "Show more rows", () => drawRows(view, view.lines.length + AT_ONCE));
  view.list.append(table, view.more);
  const head = make("div", "over");
  view.resting = make("span", "quiet", "", { role: "status" });
  head.append(make("h3", "", results), view.resting);
  view.results.replaceChildren(head, view.list);
  drawRows(view, AT_ONCE);
}

function drawRows(view, upTo) {
  const { rows } = view.given;
  for (let at = view.lines.length; at < Math.min(upTo, rows.length); at++) {
    const line = make("tr");
    const [id, ...others] = rows[at];
    const open = button("row", id, () => lightRow(view, at), { title: "Mark the numbers that rest on it" });
    const first = make("td");
    first.append(open);
    const cells = others.map((one, column) => make("td", column === 2 ? "value" : "", one));
    line.append(first, ...cells, make("td", "value", view.rests[at].length ? grouped(view.rests[at].length) : "–"));
    line.onclick = (event) => {
      if (!event.target.closest("button")) lightRow(view, at);
    };
    view.body.append(line);
    view.lines.push(line);
  }
  view.more.hidden = view.lines.length === rows.length;
}

// A row was chosen: the numbers that rest on it are marked, and the first one is brought into sight.
function lightRow(view, at, { go = false } = {}) {
  const again = !go && view.state.row === at;
  Object.assign(view.state, { row: again ? -1 : at, cells: view.given.rows[at].join() });
  lightRows(view);
  if (again) return;
  if (go) return showIn(view.list, view.lines[at]);
  const first = view.rests[at][0];
  if (first !== undefined) showIn(view.text, view.nodes[first]);
}

function lightRows(view) {
  const { state, given, numbers, nodes } = view;
  if (!given.rows.length) return;
  const own = numbers[state.chosen]?.rows ?? [];
  const furthest = Math.max(state.row, ...own);
  if (furthest >= view.lines.length) drawRows(view, furthest + 1);
  for (const [at, line] of view.lines.entries()) {
    line.classList.toggle("own", own.includes(at));
    line.classList.toggle("chosen", at === state.row);
    line.firstChild.firstChild.setAttribute("aria-pressed", String(at === state.row));
  }
  const resting = new Set(view.rests[state.row] ?? []);
  for (const [at, node] of nodes.entries()) node.classList.toggle("resting", resting.has(at));
  view.resting.textContent =
    state.row < 0 ? "Choose a row to mark the numbers that rest on it."
    : resting.size ? `${count(resting.size, "number rests", "numbers rest")} on the chosen row.`
    : "No number rests on the chosen row.";
}
