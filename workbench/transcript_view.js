// The transcript in the browser. Text reaches the page through textContent alone and is never read as markup.

const PAINTED = 5000; // search hits that are painted; all are counted

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector("#view");
  if (root.dataset.doc !== data.doc) {
    root.dataset.doc = data.doc;
    build(root, data);
  }
  root.paint();
  return () => forget(); // a rerun paints again
}

// ---- small things

function make(tag, classes = "", text = "", attributes = {}) {
  const node = document.createElement(tag);
  if (classes) node.className = classes;
  if (text) node.textContent = text;
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

function count(number, one, many) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

// ---- the whole view

function build(root, data) {
  const words = Object.fromEntries(data.roles.map(({ role, word }) => [role, word]));
  const named = data.blocks.some((block) => block.name);
  const text = make("div", named ? "text" : "text nameless", "", { tabindex: "0", role: "region", "aria-label": "Transcript" });
  const card = make("aside", "card", "", { "aria-live": "polite", "aria-label": "Quote" });
  const blocks = buildBlocks(text, data, words);
  const search = buildSearch(text, blocks);
  const legend = buildLegend(text, data.roles);
  const bar = make("div", "bar");
  bar.append(search.element, legend);
  const panes = make("div", "panes");
  panes.append(text, card);
  root.replaceChildren(bar, panes);
  root.paint = search.paint;
  showNothing(card, data.quotes.length);
  listen(root, text, card, data, words);
}

function listen(root, text, card, data, words) {
  const choose = (mark) => {
    for (const other of text.querySelectorAll("mark.chosen")) other.classList.remove("chosen");
    if (!mark) return showNothing(card, data.quotes.length);
    const numbers = mark.dataset.quotes.split(" ");
    for (const number of numbers)
      for (const part of text.querySelectorAll(`mark[data-quotes~="${number}"]`)) part.classList.add("chosen");
    card.replaceChildren(...numbers.map((number) => buildCard(data.quotes[number], words)));
    card.scrollTop = 0;
  };
  const markAt = (event) => event.target.closest?.("mark:not(.off)");
  text.onclick = (event) => {
    const mark = markAt(event);
    // Words that are being selected are not being clicked.
    if (mark && !String(getSelection()).trim()) choose(mark);
  };
  text.onkeydown = (event) => {
    const mark = markAt(event);
    if (mark && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      choose(mark);
    }
  };
  root.onkeydown = (event) => {
    if (event.key === "Escape") choose(null);
    event.stopPropagation(); // Streamlit has shortcuts of its own, and does not see that a letter was typed into our field
  };
}

// ---- the text

function buildBlocks(text, data, words) {
  const blocks = data.blocks.map((block) => {
    const article = make("article", block.name ? "turn" : "loose");
    const head = make("header");
    if (block.name) {
      head.append(make("b", "name", block.name), make("span", `role ${block.role}`, words[block.role] ?? block.role));
    }
    if (block.time) head.append(make("time", "", block.time));
    const body = make("div", "words");
    article.append(head, body);
    text.append(article);
    return { article, body, pieces: [], length: 0, text: "" };
  });
  const met = new Set();
  for (const [number, start, end, quotes, aside] of data.segments) {
    const block = blocks[number];
    const piece = data.text.slice(start, end);
    const node = document.createTextNode(piece);
    block.body.append(dress(node, piece, quotes, aside, data, words, met));
    block.pieces.push({ node, start: block.length });
    block.length += piece.length;
    block.text += piece;
  }
  return blocks;
}

function dress(node, piece, quotes, aside, data, words, met) {
  if (!quotes.length && !aside) return node;
  const shell = make(quotes.length ? "mark" : "span");
  shell.append(node);
  if (aside) shell.classList.add("aside");
  if (!quotes.length) return shell;
  const first = data.quotes[quotes[0]];
  shell.dataset.quotes = quotes.join(" ");
  shell.dataset.roles = quotes.map((number) => data.quotes[number].role).join(" ");
  shell.classList.add(first.role);
  if (quotes.length > 1) shell.classList.add("several");
  if (quotes.some((number) => !met.has(number))) {
    // One stop for the keyboard where a quote begins, not one for each of its parts.
    shell.tabIndex = 0;
    shell.setAttribute("role", "button");
    shell.setAttribute("aria-label", `Quote, ${first.name}, ${words[first.role]}: ${first.text}`);
  }
  quotes.forEach((number) => met.add(number));
  return shell;
}

// ---- the legend, which is the filter

function buildLegend(text, roles) {
  const legend = make("div", "legend", "", { role: "group", "aria-label": "Show the quotes of" });
  const shown = new Set(roles.map(({ role }) => role));
  for (const { role, word, count: number } of roles) {
    const chip = make("button", "chip", "", { type: "button", "aria-pressed": "true" });
    chip.append(make("span", `sample ${role}`, word), make("span", "number", String(number)));
    chip.title = `Show or hide the quotes of this role: ${word}`;
    chip.disabled = number === 0;
    chip.onclick = () => {
      shown.has(role) ? shown.delete(role) : shown.add(role);
      chip.setAttribute("aria-pressed", String(shown.has(role)));
      for (const mark of text.querySelectorAll("mark")) {
        const off = !mark.dataset.roles.split(" ").some((own) => shown.has(own));
        mark.classList.toggle("off", off);
        if (mark.hasAttribute("role")) mark.tabIndex = off ? -1 : 0;
      }
    };
    legend.append(chip);
  }
  return legend;
}

// ---- the card

function showNothing(card, number) {
  const hint = number
    ? "Choose a highlighted passage to see who said it, when, and which chapters may use it."
    : "No quote of the evidence map is in this transcript.";
  card.replaceChildren(make("p", "hint", hint));
}

function buildCard(quote, words) {
  const card = make("section", "quote");
  const who = make("p", "who");
  who.append(make("b", "", quote.name), make("span", `role ${quote.role}`, words[quote.role]));
  card.append(who, make("blockquote", quote.role, quote.text));
  const facts = make("dl");
  const fact = (term, ...values) => {
    if (!values.some(Boolean)) return;
    facts.append(make("dt", "", term), ...values.map((value) => make("dd", "", value)));
  };
  fact("Time", quote.time);
  fact("Speaker", quote.proved ? "Proved by the turn it stands in" : "Not verified: the transcript names no speakers");
  fact(quote.chapters.length === 1 ? "Chapter" : "Chapters", ...quote.chapters);
  fact("Evidence", quote.evidence.join(", "));
  if (quote.times > 1) fact("Said", count(quote.times, "time", "times"));
  fact("Quote id", quote.id);
  facts.lastElementChild?.classList.add("id");
  card.append(facts);
  return card;
}

// ---- search

// What a person types stands for what the transcript may have written.
const ALIKE = { "'": "['’‘ʼ]", '"': '["“”„«»]', "-": "[-‐‑–—]", "…": "(?:…|\\.\\.\\.)" };

function pattern(query) {
  const typed = query.trim().replace(/[’‘ʼ]/g, "'").replace(/[“”„«»]/g, '"').replace(/[‐‑–—]/g, "-");
  const parts = [...typed.replace(/\s+/g, " ")].map((char) =>
    char === " " ? "\\s+" : (ALIKE[char] ?? char.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")),
  );
  return parts.length ? new RegExp(parts.join(""), "giu") : null;
}

function find(blocks, query) {
  const sought = pattern(query);
  if (!sought) return [];
  return blocks.flatMap((block) =>
    [...block.text.matchAll(sought)].map((match) => ({ block, start: match.index, end: match.index + match[0].length })),
  );
}

function rangeOf({ block, start, end }) {
  const at = (offset) => {
    const piece = block.pieces.findLast((candidate) => candidate.start <= offset) ?? block.pieces[0];
    return [piece.node, offset - piece.start];
  };
  const range = document.createRange();
  range.setStart(...at(start));
  const [node, offset] = at(end - 1);
  range.setEnd(node, offset + 1);
  return range;
}

function forget() {
  globalThis.CSS?.highlights?.delete("workbench-found");
  globalThis.CSS?.highlights?.delete("workbench-here");
}

// Blocks that were never seen have a guessed height, and the true one once they are near: go there until it stands still.
function bring(text, hit, frames = 12) {
  const place = rangeOf(hit).getBoundingClientRect();
  const pane = text.getBoundingClientRect();
  const before = text.scrollTop;
  text.scrollTop += place.top + place.height / 2 - pane.top - pane.height / 2;
  if (frames && Math.abs(text.scrollTop - before) > 1) requestAnimationFrame(() => bring(text, hit, frames - 1));
}

function buildSearch(text, blocks) {
  const element = make("div", "search", "", { role: "search" });
  const field = make("input", "", "", {
    type: "search", placeholder: "Search the transcript", "aria-label": "Search the transcript", autocomplete: "off", spellcheck: "false",
  });
  const previous = make("button", "step", "↑", { type: "button", "aria-label": "Previous match", title: "Previous match (Shift+Enter)" });
  const next = make("button", "step", "↓", { type: "button", "aria-label": "Next match", title: "Next match (Enter)" });
  const status = make("output", "status", "", { "aria-live": "polite" });
  element.append(field, previous, next, status);

  let hits = [];
  let here = -1;
  const paint = () => {
    previous.disabled = next.disabled = !hits.length;
    const position = here >= 0 ? `${(here + 1).toLocaleString("en")} of ${count(hits.length, "match", "matches")}` : "";
    status.textContent = hits.length ? position : field.value.trim() ? "No match" : "";
    if (!globalThis.Highlight || !CSS.highlights) return; // older browsers still count and go there
    forget();
    if (!hits.length) return;
    CSS.highlights.set("workbench-found", new Highlight(...hits.slice(0, PAINTED).map(rangeOf)));
    const current = new Highlight(rangeOf(hits[here]));
    current.priority = 1;
    CSS.highlights.set("workbench-here", current);
  };
  const go = (step) => {
    if (!hits.length) return;
    here = (here + step + hits.length) % hits.length;
    paint();
    bring(text, hits[here]);
  };
  field.oninput = () => {
    hits = find(blocks, field.value);
    here = hits.length ? 0 : -1;
    paint();
    if (hits.length) bring(text, hits[0]);
  };
  field.onkeydown = (event) => {
    if (event.key === "Enter") go(event.shiftKey ? -1 : 1);
  };
  previous.onclick = () => go(-1);
  next.onclick = () => go(1);
  return { element, paint };
}
