// ---- the chapter as it is read

const HIGHEST = 2; // the page has the only h1

function drawChapter(view, number) {
  const chapter = view.chapters[number];
  const article = make("article", "wb-reading", "", { dir: "auto" });
  view.places = [];
  view.prose = chapter.prose.map(() => []);
  if (chapter.note) article.append(make("p", "note", chapter.note));
  if (chapter.fallback) article.append(make("p", "note", `What was written is not shown here: ${chapter.fallback}`));
  article.append(...chapter.blocks.map((block) => drawBlock(view, chapter, block)));
  view.reading.replaceChildren(article);
}

function drawBlock(view, chapter, [kind, ...rest]) {
  switch (kind) {
    case "h":
      return filled(view, chapter, make(`h${Math.min(Math.max(rest[0], HIGHEST), 6)}`), rest[1]);
    case "note":
      return filled(view, chapter, make("p", "note"), rest[0]);
    case "q":
      return drawBlockQuote(view, chapter, rest[0]);
    case "ul":
    case "ol":
      return listOf(kind, rest[0], (block) => drawBlock(view, chapter, block));
    default:
      return filled(view, chapter, make("p"), rest[0]);
  }
}

function filled(view, chapter, node, pieces) {
  for (const piece of pieces) {
    if (typeof piece === "string") node.append(piece);
    else if ("q" in piece) node.append(...drawQuote(view, chapter, piece.q));
    else node.append(drawWords(view, chapter, piece));
  }
  return node;
}

function drawWords(view, chapter, { t: text, e: emphasis, u: number }) {
  const node = make(emphasis || "span", "", text);
  if (number === undefined) return node;
  node.classList.add("unproven");
  node.tabIndex = view.prose[number].length ? -1 : 0;
  node.dataset.prose = number;
  node.setAttribute("aria-describedby", "card");
  view.prose[number].push(node);
  return node;
}

function quoteNode(view, chapter, tag, place) {
  const quote = view.quotes[chapter.places[place]];
  const said = `Quote, ${quote.name}, ${view.roleWords[quote.role]}: ${quote.text}`;
  const node = make(tag, `quote ${quote.role}`, "", {
    tabindex: "0", role: "button", "aria-label": said, "aria-describedby": "card", "data-place": place,
  });
  view.places[place] = node;
  return [node, quote];
}

// An inline quotation stands in marks; a warning is a word behind it.
function drawQuote(view, chapter, place) {
  const [node, quote] = quoteNode(view, chapter, "q", place);
  node.textContent = `“${quote.text}”`;
  return [node, ...playButtons(view, quote.play), ...badges(view, quote)];
}

function drawBlockQuote(view, chapter, place) {
  const [words, quote] = quoteNode(view, chapter, "p", place);
  const node = make("blockquote", quote.role);
  words.textContent = quote.text;
  const footer = make("footer", "", `— ${quote.name}`);
  footer.append(...playButtons(view, quote.play), ...badges(view, quote));
  node.append(words, footer);
  return node;
}

function badges(view, quote) {
  const told = quote.warnings.map((number) => view.warnings[number]);
  const kinds = new Set(told.map(([kind]) => kind));
  const lines = told.map(([, sentence, words]) => `${sentence}: ${onOneLine(words)}`);
  if (quote.listen) {
    kinds.add("listen first");
    lines.push(`Listen first: the transcript is ${quote.unsure}`);
  }
  if (quote.denied) {
    kinds.add("not so in the recording");
    lines.push(quote.heard);
  }
  if (!lines.length) return [];
  const title = lines.join("\n");
  return [make("span", "badge", [...kinds].join(", "), { title, "aria-label": `Check by hand: ${title}` })];
}
