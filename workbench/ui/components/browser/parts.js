// ---- small things that everything else is made of

function make(tag, classes = "", text = "", attributes = {}) {
  const node = document.createElement(tag);
  if (classes) node.className = classes;
  if (text) node.textContent = text;
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

function button(classes, text, act, attributes = {}) {
  const node = make("button", classes, text, { type: "button", ...attributes });
  node.onclick = act;
  return node;
}

// The buttons to the one before and to the next.
function stepButtons(view, what, [back, on]) {
  return [
    button("step", "↑", () => step(view, -1), named(`Previous ${what}`, ` (${back})`)),
    button("step", "↓", () => step(view, 1), named(`Next ${what}`, ` (${on})`)),
  ];
}

// The button that plays a passage, where it has a time and the session a recording; the player listens for all of them.
function playButtons(view, seconds) {
  return view.head.heard && seconds ? [button("play", "▶", null, { "data-play": seconds, ...named("Play these words") })] : [];
}

// What a button that shows only a sign is called; the hint on it may say more.
function named(label, more = "") {
  return { "aria-label": label, title: label + more };
}

function grouped(number) {
  return number.toLocaleString("en");
}

function count(number, one, many) {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}

function onOneLine(text) {
  return text.trim().replace(/\s+/g, " ");
}

function sliceOf(view, [start, end]) {
  return view.raw.slice(start, end);
}

function wordsOf(view, quote) {
  return sliceOf(view, quote.spans[0]);
}

// What turns one text into the other: struck out is only in the first, underlined only in the second.
function diff(pieces, classes) {
  const shown = make("p", classes, "", { dir: "auto" });
  for (const [op, text] of pieces) {
    shown.append(op === "same" ? text : make(op === "gone" ? "del" : "ins", "", text));
  }
  return shown;
}

function listOf(tag, items, draw) {
  const list = make(tag);
  for (const item of items) {
    const entry = make("li");
    entry.append(...item.map(draw));
    list.append(entry);
  }
  return list;
}

function roleBadge(view, role) {
  return make("span", `role ${role}`, view.roleWords[role] ?? role);
}

function flash(nodes) {
  for (const node of nodes) {
    node.classList.remove("flash");
    void node.offsetWidth; // so that the same one flashes again
    node.classList.add("flash");
    node.onanimationend = () => node.classList.remove("flash");
  }
}

// The first item of a sorted list for which a test holds, and those after it; the length where there is none.
function firstWhere(length, test) {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
