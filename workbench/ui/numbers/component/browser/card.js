// ---- beside the narrative: what the chosen number was read as, what is wrong with it, and what would correct it

function showCard(view) {
  const number = view.numbers[view.state.chosen];
  view.card.replaceChildren(...(number ? describe(view, number) : hints(view)));
  view.card.scrollTop = 0;
}

function hints(view) {
  const said = view.numbers.length
    ? "Choose a number to see what it was read as, what it rests on, and what would correct it. The keys J and K go from number to number."
    : "This narrative has no number to check.";
  return [make("p", "hint", said)];
}

function describe(view, number) {
  const { word, sign, meaning } = view.kinds[number.kind];
  const head = make("p", "head");
  head.append(make("b", "said", number.said, { dir: "auto" }));
  head.append(make("span", `badge ${number.kind}`, `${sign} ${word}`));
  const parts = [head];
  if (!number.issues.length) parts.push(make("p", "meaning", meaning));
  parts.push(...number.issues.map((issue) => issueOf(issue)));
  if (number.fixes.length) parts.push(fixes(view, number));
  else if (number.suggestions.length) parts.push(suggestions(number));
  if (number.issues.length && view.given.edit) parts.push(editLink(view));
  if (number.facts.length) parts.push(facts(number));
  if (number.rows.length) parts.push(citedRows(view, number));
  return parts;
}

function issueOf({ tone, sign, message, code }) {
  const node = make("div", `issue ${tone}`);
  node.append(make("p", "", `${sign} ${message}`, { dir: "auto" }), make("p", "id quiet", code));
  return node;
}

function facts(number) {
  const list = make("dl");
  for (const [term, ...values] of number.facts) {
    list.append(make("dt", "", term), ...values.map((value) => make("dd", "", value, { dir: "auto" })));
  }
  return list;
}

function fixes(view, number) {
  const node = make("div", "fixes", "", { role: "group", "aria-label": "Fixes" });
  node.append(make("h3", "", "Correct it in the narrative"));
  for (const [at, [said, pieces]] of number.fixes.entries()) {
    const press = button("fix", "", () => view.send({ number: view.state.chosen, fix: at }));
    press.append(make("b", "", said, { dir: "auto" }));
    press.append(diff(pieces, "change"));
    node.append(press);
  }
  return node;
}

function suggestions(number) {
  const node = make("div", "fixes");
  node.append(make("h3", "", "Suggested"), ...number.suggestions.map((one) => make("p", "id", one, { dir: "auto" })));
  return node;
}

function editLink(view) {
  const node = make("p", "edit");
  node.append(make("a", "", "Edit this chapter on the page Edition", { href: view.given.edit, target: "_blank" }));
  return node;
}

function citedRows(view, number) {
  const node = make("div");
  node.append(make("h3", "", number.rows.length === 1 ? "The cited row" : "The cited rows"));
  const { table, body } = tableOf(["Query id", "Source", "Value", "Unit"], "The rows that this number rests on");
  for (const at of number.rows) {
    const [id, source, , value, unit] = view.given.rows[at];
    const open = button("row", id, () => lightRow(view, at, { go: true }), { title: "Show it among the results" });
    const cells = [make("td"), make("td", "", source), make("td", "value", value), make("td", "", unit)];
    cells[0].append(open);
    const line = make("tr");
    line.append(...cells);
    body.append(line);
  }
  node.append(table);
  return node;
}
