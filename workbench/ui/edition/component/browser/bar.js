// ---- above the two panes: which chapter, which quote, and what the marks mean

function buildBar(view) {
  view.chooser = make("select", "chapter", "", { "aria-label": "Chapter" });
  view.chooser.onchange = () => turnTo(view, Number(view.chooser.value));
  view.before = button("step", "‹", () => turnTo(view, view.state.chapter - 1), named("Previous chapter"));
  view.after = button("step", "›", () => turnTo(view, view.state.chapter + 1), named("Next chapter"));
  const chapters = make("div", "group", "", { role: "group", "aria-label": "Chapters" });
  chapters.append(view.before, view.chooser, view.after);
  view.position = make("span", "position", "", { "aria-live": "polite" });
  view.steppers = stepButtons(view, "quote", ["P", "N"]);
  const quotes = make("div", "group", "", { role: "group", "aria-label": "Go from quote to quote" });
  quotes.append(...view.steppers, view.position);
  view.legend = make("div", "legend");
  view.bar.append(chapters, quotes, view.legend);
}

function fillBar(view) {
  const { chapters, quotes } = view;
  view.chooser.replaceChildren(...chapters.map(({ label }, number) => make("option", "", label, { value: number })));
  for (const node of view.steppers) node.disabled = !quotes.length;
  const roles = Object.keys(view.roleWords).filter((role) => quotes.some((quote) => quote.role === role));
  const entries = roles.map((role) => make("span", `sample ${role}`, view.roleWords[role]));
  if (chapters.some(({ prose }) => prose.length)) entries.push(make("span", "unproven", "Unproven prose"));
  if (view.warnings.length) entries.push(make("span", "badge", "check by hand"));
  view.legend.replaceChildren(...entries);
}

function showChapter(view) {
  const { chapter } = view.state;
  view.chooser.value = chapter;
  view.before.disabled = chapter === 0;
  view.after.disabled = chapter === view.chapters.length - 1;
}

function sayPosition(view) {
  const { length } = view.places;
  const { place } = view.state;
  if (!length) view.position.textContent = "No quotes in this chapter";
  else view.position.textContent = `Quote ${place < 0 ? "–" : place + 1} of ${length}`;
}

function say(view, words) {
  view.said.textContent = words;
}
