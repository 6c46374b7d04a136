// ---- the card over a quote: where it comes from; over unproven prose: why it is underlined

const WAIT = 140; // ms, so that a pointer on its way elsewhere opens nothing
const SPEAKERS = {
  verified: "Proved by the turn it stands in",
  nameless: "Not verified: the transcript names no speakers",
  unlisted: "Not known: this quote is not in the list of quotes that the edition holds",
};

function hovered(view, target, { now = false } = {}) {
  const node = target.closest?.("[data-place], [data-prose], mark");
  if (node === view.over) return;
  hideCard(view);
  if (!node) return;
  view.over = node;
  if (now) return showCard(view);
  view.opening = setTimeout(() => showCard(view), WAIT);
}

function hideCard(view) {
  clearTimeout(view.opening);
  view.over = null;
  view.card.hidden = true;
}

function showCard(view) {
  view.card.replaceChildren(...describe(view, view.over));
  view.card.hidden = false;
  placeCard(view);
}

// Below the first line of what it is about, above where there is no room; away once that is scrolled out of its pane.
function placeCard(view) {
  const { card, root, over } = view;
  if (!over || card.hidden) return;
  const [frame, box] = [root.getBoundingClientRect(), over.getClientRects()[0]];
  const pane = over.closest(".reading, .text").getBoundingClientRect();
  if (!box || box.bottom < pane.top || box.top > pane.bottom) return hideCard(view);
  const { offsetWidth: width, offsetHeight: height } = card;
  const below = box.bottom + 8;
  const top = below + height > innerHeight && box.top - 8 - height > 0 ? box.top - 8 - height : below;
  card.style.left = `${Math.max(pane.left, Math.min(box.left, pane.right - width)) - frame.left}px`;
  card.style.top = `${top - frame.top}px`;
}

function describe(view, node) {
  if (node.dataset.prose !== undefined) {
    const why = view.chapters[view.state.chapter].prose[Number(node.dataset.prose)];
    return [make("p", "", "Unproven: these words are the writer’s, whoever they seem to belong to."), make("p", "quiet", why)];
  }
  if (node.dataset.place !== undefined) {
    return quoteCard(view, quoteAt(view, Number(node.dataset.place)), "Click or Enter: its place in the transcript");
  }
  const numbers = node.dataset.quotes.split(" ").map(Number);
  return numbers.flatMap((number) => quoteCard(view, number, whereItStands(view, number)));
}

function whereItStands(view, number) {
  const chapters = [...new Set(view.placesOf[number].map(([chapter]) => chapter))];
  const elsewhere = chapters.filter((chapter) => chapter !== view.state.chapter);
  if (elsewhere.length === chapters.length) return `Click or Enter: its place in ${view.chapters[chapters[0]].label}`;
  return "Click or Enter: its place in this chapter";
}

function quoteCard(view, number, act) {
  const quote = view.quotes[number];
  const who = make("p", "who");
  who.append(make("b", "", quote.name, { dir: "auto" }), roleBadge(view, quote.role));
  if (quote.time) who.append(make("span", "time", quote.time));
  const facts = make("dl");
  const fact = (term, ...values) => {
    if (values.length) facts.append(make("dt", "", term), ...values.map((value) => make("dd", "", value, { dir: "auto" })));
  };
  fact("Speaker", SPEAKERS[quote.speaker]);
  fact("Transcript", `Characters ${quote.at}`);
  if (quote.unsure) fact("Least certain word", quote.unsure, ...(quote.listen ? ["Listen first"] : []));
  if (quote.heard) fact("Listened to", quote.heard);
  fact(quote.chapters.length === 1 ? "Chapter" : "Chapters", ...quote.chapters);
  fact("Evidence", ...quote.evidence.map(([id, claim]) => (claim ? `${id}: ${claim}` : id)));
  fact("Check by hand", ...quote.warnings.map((one) => {
    const [, sentence, words] = view.warnings[one];
    return `${sentence}: ${onOneLine(words)}`;
  }));
  fact("Quote id", quote.id);
  return [who, facts, make("p", "quiet act", act)];
}
