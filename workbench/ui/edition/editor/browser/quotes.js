// ---- the quotes of the chapter, to be inserted; and the way to what is not proven

const SHOWN = 200; // quotes in the list; who looks for another types more of it

function buildQuotes(view) {
  const panel = make("div", "quotes");
  panel.hidden = true;
  view.field = make("input", "", "", {
    type: "search", placeholder: "Search the quotes of this chapter", "aria-label": "Search the quotes of this chapter",
    autocomplete: "off", spellcheck: "false",
  });
  view.field.oninput = () => fillQuotes(view);
  view.list = make("ul", "", "", { "aria-label": "Proven quotes of this chapter" });
  view.counted = make("output", "status", "", { "aria-live": "polite" });
  panel.append(view.field, view.counted, view.list);
  panel.onkeydown = (event) => {
    if (event.key === "Escape") toggleQuotes(view);
  };
  return panel;
}

function toggleQuotes(view) {
  const opens = view.panel.hidden;
  view.panel.hidden = !opens;
  view.open.setAttribute("aria-expanded", String(opens));
  if (opens) {
    fillQuotes(view);
    view.field.focus();
  } else view.open.focus();
}

function plain(text) {
  return text.toLowerCase().replace(/[’‘ʼ]/g, "'").replace(/[“”„«»]/g, '"').replace(/\s+/g, " ");
}

function fillQuotes(view) {
  if (view.panel.hidden) return;
  const sought = plain(view.field.value.trim());
  const asked = `${sought}\n${view.quotes.length}`;
  const found = view.quotes.filter((quote) => plain(`${quote.words} ${quote.who}`).includes(sought));
  const more = found.length > SHOWN ? `, the first ${SHOWN} shown` : "";
  view.counted.textContent = found.length
    ? `${grouped(found.length)} ${found.length === 1 ? "quote" : "quotes"}${more}`
    : view.quotes.length ? "No quote holds these words" : "This chapter has no proven quote to insert";
  if (view.asked === asked) return;
  view.asked = asked;
  view.list.replaceChildren(...found.slice(0, SHOWN).map((quote) => quoteItem(view, quote)));
}

function quoteItem(view, quote) {
  const item = make("li");
  const node = button("quote", "", () => insert(view, quote));
  const facts = [quote.who, quote.time, quote.apart ? "as a block quote" : ""].filter(Boolean).join(" · ");
  node.append(make("span", "words", quote.words, { dir: "auto" }), make("span", "facts", facts));
  item.append(node);
  return item;
}

// At the cursor, or in place of what is selected; the browser's own undo knows it.
function insert(view, quote) {
  const { area } = view;
  const { value } = area;
  const selected = area.selectionStart !== area.selectionEnd;
  const start = selected ? area.selectionStart : outside(value, area.selectionStart);
  const end = selected ? area.selectionEnd : start;
  const [before, behind] = [value.slice(0, start), value.slice(end)];
  let text = quote.markdown;
  if (quote.apart) {
    text = `${gap(before.match(/\n*$/)[0].length, before)}${text}${gap(behind.match(/^\n*/)[0].length, behind)}`;
  } else {
    if (!behind.startsWith(quote.name)) text += quote.name;
    const line = before.slice(before.lastIndexOf("\n") + 1);
    if (/^\s*>/.test(line)) text = `\n\n${text}`; // behind a block quote, not in it
    else if (before && !/[\s(\[—–]$/.test(before)) text = ` ${text}`;
    if (/^[\p{L}\p{N}“"]/u.test(behind)) text += " ";
  }
  area.focus();
  area.setSelectionRange(start, end);
  if (!document.execCommand("insertText", false, text)) {
    area.setRangeText(text, start, end, "end");
    schedule(view);
  }
}

// A cursor inside a quotation stands for the place behind it and its name: no quote can stand in another.
function outside(value, cursor) {
  const opens = value.lastIndexOf("“", cursor - 1);
  const closes = value.indexOf("”", cursor);
  const between = value.slice(opens, closes);
  if (opens < 0 || closes < 0 || value.slice(opens, cursor).includes("”") || between.includes("\n\n")) return cursor;
  const name = /^ \([^()\n]{1,80}\)/.exec(value.slice(closes + 1));
  return closes + 1 + (name ? name[0].length : 0);
}

// The line ends that are still missing for an empty line beside a block quote.
function gap(present, around) {
  return around.trim() ? "\n".repeat(Math.max(0, 2 - present)) : "";
}

// Select the next quotation that is not proven, with its marks, so that another can take its place.
function goToBroken(view) {
  const { area, broken } = view;
  const places = broken.map((words) => placeOf(area.value, words)).filter(Boolean).sort(([one], [other]) => one - other);
  if (!places.length) return;
  const [start, end] = places.find(([begin]) => begin > area.selectionStart) ?? places[0];
  area.focus();
  area.setSelectionRange(start, end);
  area.scrollTop = (start / Math.max(1, area.value.length)) * area.scrollHeight - area.clientHeight / 3;
}

function placeOf(text, words) {
  const parts = words.split(" ").filter(Boolean).map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  if (!parts.length) return null;
  // A line may break between words, and emphasis or an escape stand about them.
  const sought = new RegExp(parts.join("[\\s*_\\\\>]+"), "gu");
  const found = [...text.matchAll(sought)].map((match) => [match.index, match.index + match[0].length]);
  const marked = found.find(([start]) => /[“”"„«»'‘]/.test(text[start - 1] ?? "")) ?? found[0];
  if (!marked) return null;
  const [start, end] = marked;
  const opens = /[“”"„«»'‘]/.test(text[start - 1] ?? "");
  return [opens ? start - 1 : start, opens && /[“”"«»'’]/.test(text[end] ?? "") ? end + 1 : end];
}
