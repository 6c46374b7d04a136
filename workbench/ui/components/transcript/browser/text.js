// ---- the text: blocks, and the pieces in them

function buildBlocks(view, blocks) {
  const { text } = view;
  text.classList.toggle("nameless", !blocks.some((block) => block.name));
  text.replaceChildren();
  if (!blocks.length) text.append(make("p", "hint", "There are no words in this transcript."));
  let since = ""; // the last time that was given
  view.blocks = blocks.map((block) => {
    since = block.time || since;
    const article = make("article", block.name ? "turn" : "loose");
    const head = make("header");
    if (block.name) head.append(make("b", "name", block.name, { dir: "auto" }), roleBadge(view, block.role));
    if (block.time) head.append(make("time", "", block.time));
    const body = make("div", "words", "", { dir: "auto" });
    article.append(head, body);
    text.append(article);
    return { ...block, since, article, body, pieces: [], text: view.raw.slice(block.start, block.end), drawn: "" };
  });
}

// Only blocks in which something is marked otherwise than before are filled again. `outlined` counts what has a passage.
function fillBlocks(view, segments, outlined) {
  const { quotes } = view;
  const met = new Set();
  view.marked = [];
  view.passages = Array.from({ length: outlined }, () => []);
  let at = 0;
  for (const [number, block] of view.blocks.entries()) {
    const own = [];
    while (at < segments.length && segments[at][0] === number) own.push(segments[at++]);
    const looks = own.map(([, start, end, on, ...rest]) => [start, end, on.map((one) => lookOf(quotes[one])), ...rest]);
    const key = JSON.stringify(looks);
    if (key !== block.drawn) {
      block.drawn = key;
      fillBlock(view, block, own, met);
    } else {
      own.forEach(([, , , on], at) => renumber(block.pieces[at].mark, on, met));
    }
    for (const { mark, shell, near } of block.pieces) {
      if (mark) view.marked.push(mark);
      for (const one of near) view.passages[one].push(shell);
    }
  }
}

// The same quotes may have other numbers, where some came or went before them.
function renumber(mark, quotes, met) {
  if (!mark) return;
  if (quotes.some((one, at) => one !== mark.quotes[at])) mark.shell.dataset.quotes = quotes.join(" ");
  mark.quotes = quotes;
  for (const one of quotes) met.add(one);
}

function lookOf({ id, role, listen }) {
  return `${id} ${role} ${listen ? "listen" : ""}`;
}

function fillBlock(view, block, segments, met) {
  block.pieces = segments.map(([, start, end, quotes, aside, near]) => {
    const node = document.createTextNode(view.raw.slice(start, end));
    const piece = { node, start, end, mark: null, shell: null, near };
    if (quotes.length || aside || near.length) dress(view, piece, quotes, aside, met);
    return piece;
  });
  block.body.replaceChildren(...block.pieces.map(({ node, shell }) => shell ?? node));
}

function dress(view, piece, quotes, aside, met) {
  const shell = (piece.shell = make(quotes.length ? "mark" : "span"));
  shell.append(piece.node);
  if (aside) shell.classList.add("aside");
  if (piece.near.length) shell.classList.add("near");
  if (!quotes.length) return;
  shell.dataset.quotes = quotes.join(" ");
  if (quotes.length > 1) shell.classList.add("several");
  const doubted = quotes.find((number) => listensAt(view.quotes[number], piece.start));
  if (doubted !== undefined) {
    shell.classList.add("listen");
    shell.title = `Listen first: the transcript is ${view.quotes[doubted].unsure}`;
  }
  const stop = quotes.some((number) => !met.has(number));
  if (stop) {
    // One stop for the keyboard where a quote begins, not one for each of its parts.
    const first = view.quotes[quotes[0]];
    shell.tabIndex = 0;
    shell.setAttribute("role", "button");
    const who = `${first.name}, ${view.roleWords[first.role]}${first.listen ? ", listen first" : ""}`;
    shell.setAttribute("aria-label", `Quote, ${who}: ${wordsOf(view, first)}`);
  }
  quotes.forEach((number) => met.add(number));
  piece.mark = { shell, quotes, stop, start: piece.start, role: "", off: false };
}

// The sign stands where a quote begins, each time that it was said.
function listensAt({ listen, spans }, start) {
  return listen && spans.some(([from]) => from === start);
}

function chooseMark(view, mark) {
  if (!mark) return choose(view, "");
  const numbers = mark.dataset.quotes.split(" ").map(Number);
  const shown = numbers.filter((number) => view.shown[number]);
  const ids = (shown.length ? shown : numbers).map((number) => view.quotes[number].id);
  const { start } = view.marked.find(({ shell }) => shell === mark);
  const { spans } = view.quotes[view.numberOf(ids[0])];
  choose(view, ids[0], { also: ids.slice(1), occurrence: spans.findIndex(([from, to]) => from <= start && start < to) });
  openPanel(view, view.panelOfQuotes);
}
