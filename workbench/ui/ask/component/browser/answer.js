// ---- the answer as it is read: its blocks, and a chip at every quotation

const HIGHEST = 3; // the page has the headings above
const LOST = "A quotation is not shown here: its words are not in its record.";

function answer(view) {
  const { given } = view;
  const article = make("article", `answer ${given.mode}`, "", { dir: "auto" });
  article.append(...given.blocks.map((block) => drawBlock(view, block)));
  const parts = given.blocks.length ? [article] : [];
  if (given.notices.length) {
    const notice = make("div", "notice", "", { role: "note" });
    notice.append(...given.notices.map((said) => make("p", "", said)));
    parts.unshift(notice);
  }
  return parts;
}

function drawBlock(view, [kind, ...rest]) {
  switch (kind) {
    case "h":
      return filled(view, make(`h${Math.min(Math.max(rest[0], HIGHEST), 6)}`), rest[1]);
    case "q":
      return drawBlockQuote(view, rest[0]);
    case "ul":
    case "ol":
      return listOf(kind, rest[0], (block) => drawBlock(view, block));
    default:
      return filled(view, make("p"), rest[0]);
  }
}

function filled(view, node, pieces) {
  for (const piece of pieces) {
    if (typeof piece === "string") node.append(piece);
    else if ("q" in piece) node.append(...drawQuote(view, piece.q));
    else node.append(make(piece.em, "", piece.t));
  }
  return node;
}

function drawQuote(view, number) {
  const quote = view.given.quotes[number];
  if (!quote) return [make("span", "lost", LOST)];
  return [words(view, "q", number, `“${quote.text}”`), ...playButtons(view, quote.play), " ", chip(view, number, quote.id)];
}

function drawBlockQuote(view, number) {
  const quote = view.given.quotes[number];
  if (!quote) return make("p", "lost", LOST);
  const node = make("blockquote");
  const footer = make("footer");
  footer.append(...playButtons(view, quote.play), chip(view, number, quote.id), make("span", "from", sayFrom(quote), { dir: "auto" }));
  node.append(words(view, "p", number, quote.text), footer);
  return node;
}

// Who said it and when, and the file where the id does not say it already.
function sayFrom({ id, who, time, source }) {
  const stem = source.replace(/\.[^.]*$/, "");
  return [who, time, id.startsWith(stem) ? "" : source].filter(Boolean).join(" · ");
}

// The words open their passage too; the keyboard stops at the chip alone.
function words(view, tag, number, text) {
  const node = make(tag, "quote", text, { dir: "auto", "data-quote": number });
  node.onclick = () => openQuote(view, number);
  return node;
}

function chip(view, number, id) {
  const quote = view.given.quotes[number];
  const said = ["Passage", id, quote.who, quote.time].filter(Boolean).join(", ");
  const node = button("chip", id, () => openQuote(view, number, node), {
    "aria-label": said, "aria-pressed": "false", "data-chip": number,
    title: [id, sayFrom(quote), quote.heard].filter(Boolean).join("\n"),
  });
  view.chips[number].push(node);
  return node;
}
