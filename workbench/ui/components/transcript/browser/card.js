// ---- the card of the chosen quote

function showCards(view) {
  const { state, quotes } = view;
  const { body } = view.parts.quote;
  const numbers = [state.chosen, ...state.also].map(view.numberOf).filter((number) => number >= 0);
  if (numbers.length) {
    body.replaceChildren(...numbers.map((number, at) => buildCard(view, quotes[number], at === 0)));
  } else {
    const hint = quotes.length
      ? "Choose a highlighted passage to see who said it, when, and which chapters may use it. " +
        "The keys J and K go from quote to quote."
      : "No quote of the evidence map is in this transcript.";
    body.replaceChildren(make("p", "hint", hint));
  }
  body.scrollTop = 0;
}

function buildCard(view, quote, chosen) {
  const card = make("section", "quote");
  const who = make("p", "who");
  const play = playButtons(view, quote.play[chosen ? view.state.occurrence : 0]);
  who.append(make("b", "", quote.name, { dir: "auto" }), roleBadge(view, quote.role), ...play);
  card.append(who, make("blockquote", quote.role, wordsOf(view, quote), { dir: "auto" }));
  const facts = make("dl");
  const fact = (term, ...values) => {
    const told = values.filter(Boolean);
    if (!told.length) return;
    facts.append(make("dt", "", term), ...told.map((value) => {
      const node = make("dd");
      node.append(value);
      return node;
    }));
  };
  fact("Time", quote.time);
  fact("Speaker", quote.proved ? "Proved by the turn it stands in" : "Not verified: the transcript names no speakers");
  if (quote.spans.length > 1) fact("Said", occurrences(view, quote, chosen));
  fact(quote.chapters.length === 1 ? "Chapter" : "Chapters", ...quote.chapters.map((index) => view.chapters[index]));
  fact("Corrected by you", ...quote.mended.map(original));
  if (quote.unsure) fact("Least certain word", quote.unsure, quote.listen && make("span", "listen", "Listen first"));
  if (quote.heard) fact("Listened to", quote.heard);
  if (quote.used !== null) fact("Last run", quote.used ? "✓ Used in it" : "Not used in it");
  if (quote.short) fact("Length", `Under ${view.shortest} words: too short to count for coverage`);
  fact("Evidence", ...quote.evidence.map(([id, claim]) => evidence(view, id, claim)));
  fact("Quote id", quote.id);
  facts.lastElementChild.classList.add("id");
  card.append(facts, copyButtons(view, quote));
  return card;
}

function evidence(view, id, claim) {
  const node = make("div", "evidence");
  node.append(make("span", "id", id));
  const text = claim !== null && view.claims[claim];
  if (text) node.append(make("p", "claim", text, { title: text, dir: "auto" }));
  return node;
}

// What the evidence map said before the mend.
function original({ evidence, quote, speaker }) {
  const node = make("div", "evidence");
  node.append(make("span", "id", evidence), make("p", "quiet", "The evidence map says:"));
  if (quote) node.append(make("p", "claim", quote, { title: quote, dir: "auto" }));
  if (speaker) node.append(make("p", "quiet", `Speaker: ${speaker}`));
  return node;
}

// Only the chosen card walks through its places; another one is chosen first.
function occurrences(view, quote, chosen) {
  const node = make("div", "occurrences");
  const times = count(quote.spans.length, "time", "times");
  const at = chosen ? `, this is ${grouped(view.state.occurrence + 1)} of ${grouped(quote.spans.length)}` : "";
  node.append(make("span", "", `${times}${at}`));
  if (chosen) {
    node.append(
      button("step", "↑", () => moveOccurrence(view, -1), named("Previous occurrence")),
      button("step", "↓", () => moveOccurrence(view, 1), named("Next occurrence")),
    );
  }
  return node;
}

function moveOccurrence(view, by) {
  stepOccurrence(view, by);
  const name = by < 0 ? "Previous occurrence" : "Next occurrence";
  view.parts.quote.body.querySelector(`[aria-label="${name}"]`)?.focus();
}
