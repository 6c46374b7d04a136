// ---- the panel beside the text: one part at a time

function buildPanel(view) {
  const tabs = (view.tabs = make("div", "tabs", "", { role: "tablist", "aria-label": "Beside the transcript" }));
  view.parts = {};
  view.panel.append(tabs);
  addPart(view, "quote", "Quote", { "aria-live": "polite" });
  addPart(view, "rejected", "Rejected");
  addPart(view, "mended", "Corrected");
  tabs.onkeydown = (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const names = Object.keys(view.parts).filter((name) => !view.parts[name].tab.hidden);
    const name = names[(names.indexOf(view.state.panel) + by + names.length) % names.length];
    openPanel(view, name);
    view.parts[name].tab.focus();
  };
}

function addPart(view, name, label, attributes = {}) {
  const id = `part-${name}`;
  const tab = button("tab", label, () => openPanel(view, name), { role: "tab", "aria-controls": id });
  const panel = { role: "tabpanel", id, "aria-label": label, tabindex: "0", ...attributes };
  const body = make("div", `part ${name}`, "", panel);
  view.tabs.append(tab);
  view.panel.append(body);
  view.parts[name] = { tab, body };
}

function openPanel(view, wanted) {
  const name = view.parts[wanted].tab.hidden ? "rejected" : wanted;
  view.state.panel = name;
  for (const [own, { tab, body }] of Object.entries(view.parts)) {
    const open = own === name;
    tab.setAttribute("aria-selected", String(open));
    tab.tabIndex = open ? 0 : -1;
    body.hidden = !open;
  }
  selectionMoved(view);
}

// A list is built again after every mend: the place in it stays, and so does the keyboard.
function refill(body, ...children) {
  const top = body.scrollTop;
  const within = body.contains(body.getRootNode().activeElement);
  body.replaceChildren(...children);
  body.scrollTop = top;
  if (within) body.focus({ preventScroll: true });
}

// ---- copying

async function copy(text, said, field) {
  try {
    await navigator.clipboard.writeText(text);
    field.hidden = true;
    said.textContent = "Copied";
  } catch {
    // The browser keeps its clipboard to itself: the person copies what is selected.
    field.hidden = false;
    field.value = text;
    field.focus();
    field.select();
    said.textContent = "Press Ctrl+C or ⌘C to copy.";
  }
}

function copyButtons(view, quote) {
  const row = make("div", "copies");
  const said = make("span", "said", "", { role: "status" });
  const field = make("textarea", "", "", { readonly: "", rows: "3", "aria-label": "Text to copy" });
  field.hidden = true;
  const time = quote.time ? ` (${quote.time})` : "";
  const texts = {
    Text: () => `“${onOneLine(wordsOf(view, quote))}” — ${quote.name}${time}`,
    Markdown: () => quote.markdown,
    Link: () => location.origin + location.pathname + (view.link || "?quote=") + encodeURIComponent(quote.id),
  };
  row.append(make("span", "quiet", "Copy as"));
  for (const [name, text] of Object.entries(texts)) {
    row.append(button("small", name, () => copy(text(), said, field), { "aria-label": `Copy as ${name}` }));
  }
  row.append(said);
  const both = make("div", "copying");
  both.append(row, field);
  return both;
}
