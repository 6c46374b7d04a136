// ---- beside the answer: one passage between its neighbours, what was quoted of it marked

function showPassage(view) {
  const { beside, root, state, given } = view;
  const passage = given.passages[state.passage];
  root.classList.toggle("open", Boolean(passage));
  beside.hidden = !passage;
  for (const [number, chips] of view.chips.entries()) {
    for (const chip of chips) chip.setAttribute("aria-pressed", String(number === state.quote));
  }
  for (const node of view.reading.querySelectorAll("[data-quote]")) {
    node.classList.toggle("chosen", Number(node.dataset.quote) === state.quote);
  }
  beside.replaceChildren(...(passage ? drawPassage(view, passage) : []));
}

function drawPassage(view, passage) {
  const head = make("header");
  const who = make("p", "who");
  who.append(make("b", "", passage.who || passage.source, { dir: "auto" }));
  if (passage.time) who.append(make("time", "", passage.time));
  const acts = make("span", "acts");
  if (view.state.quote >= 0 && view.given.quotes.filter(Boolean).length > 1) {
    acts.append(...stepButtons(view, "quotation", ["P", "N"]));
  }
  acts.append(button("step", "✕", () => closePassage(view), named("Close the passage", " (Esc)")));
  head.append(who, acts);
  const parts = [head, make("p", "id quiet", passage.id)];
  if (passage.who) parts.push(make("p", "quiet source", passage.source, { dir: "auto" }));
  if (passage.note) parts.push(make("p", "quiet note", passage.note));
  parts.push(...passage.before.map(neighbour));
  parts.push(ownWords(view, passage));
  const heard = view.given.quotes[view.state.quote]?.heard;
  if (heard) parts.push(make("p", "quiet note", heard, { dir: "auto" }));
  parts.push(...passage.after.map(neighbour));
  if (passage.summary) parts.push(make("p", "label", "Summary, not the record’s own words"), make("p", "summary", passage.summary, { dir: "auto" }));
  if (passage.facts.length) parts.push(facts(passage.facts));
  return parts;
}

function neighbour({ who, time, text }) {
  const node = make("div", "neighbour");
  if (who || time) node.append(make("p", "label", [who, time].filter(Boolean).join(" · "), { dir: "auto" }));
  node.append(make("p", "", text, { dir: "auto" }));
  return node;
}

function ownWords(view, passage) {
  const node = make("p", "own", "", { dir: "auto" });
  for (const piece of passage.pieces) {
    if (typeof piece === "string") {
      node.append(piece);
      continue;
    }
    const [text, quotes, found] = piece;
    if (!quotes.length) {
      node.append(make("span", "found", text));
      continue;
    }
    const here = quotes.includes(view.state.quote);
    const mark = make("mark", [here && "chosen", found && "found"].filter(Boolean).join(" "), text);
    if (!here) mark.onclick = () => openQuote(view, quotes[0]);
    node.append(mark);
  }
  return node;
}

// The marked words stand in the middle of their pane, wherever the passage is long.
function intoSight({ beside }) {
  const mark = beside.querySelector("mark.chosen") ?? beside.querySelector(".own");
  if (!mark) return;
  const [box, frame] = [mark.getBoundingClientRect(), beside.getBoundingClientRect()];
  beside.scrollTop += box.top + Math.min(box.height, frame.height / 2) / 2 - frame.top - frame.height / 2;
}
