// ---- the narrative: its words, and every number as a button with its sign

// A line that was broken because it was long goes on as Markdown has it; as many characters as before.
const BROKEN = /^(.{60,}?)[ \t]?\r?\n(?=\S)(?![#>|]|[*+-]\s|\d{1,9}[.)]\s)/gm;

// The same inside a block quote, whose next line has its mark before it; a dash there begins the speaker's name.
const BROKEN_QUOTE = /^(>.{59,}?)[ \t]?\r?\n(?=>[ \t]?[^\s>#|*+–—-])/gm;
const MANY = 300; // blocks from which on those out of sight are not laid out

function drawNarrative(view) {
  const { text, numbers } = view;
  const marks = []; // of block quotes, in the middle of a line that was put together
  const onOneLine = (found) => found.replace(/\r?\n$/, (end) => " ".repeat(end.length));
  const raw = view.raw.replace(BROKEN, onOneLine).replace(BROKEN_QUOTE, (found, _, at) => {
    marks.push(at + found.length);
    return onOneLine(found);
  });
  view.nodes = [];
  const blocks = [];
  let at = 0;
  for (const [start, end] of blocksOf(raw)) {
    const block = make("div", "block", "", { dir: "auto" });
    let done = start;
    while (at < numbers.length && numbers[at].start < end) {
      const number = numbers[at];
      block.append(...wordsBetween(raw, done, number.start, marks), drawNumber(view, number, at));
      done = number.end;
      at++;
    }
    block.append(...wordsBetween(raw, done, end, marks));
    blocks.push(block);
  }
  text.classList.toggle("long", blocks.length > MANY);
  text.replaceChildren(...blocks);
}

// The words of a stretch; marks in them that are not to be seen stay there for whoever copies or counts.
function wordsBetween(raw, start, end, marks) {
  const words = [];
  for (let next = firstWhere(marks.length, (one) => marks[one] >= start); marks[next] < end; next++) {
    const after = Math.min(end, marks[next] + (/[ \t]/.test(raw[marks[next] + 1]) ? 2 : 1));
    words.push(raw.slice(start, marks[next]), make("span", "", raw.slice(marks[next], after), { hidden: "" }));
    start = after;
  }
  return [...words, raw.slice(start, end)];
}

// Blank lines end a block, and stay with it; a number never runs over one, so it lies in one block.
function blocksOf(raw) {
  const blocks = [];
  let start = 0;
  for (const found of raw.matchAll(/\n[ \t\r]*\n\s*/g)) {
    const end = found.index + found[0].length;
    blocks.push([start, end]);
    start = end;
  }
  if (start < raw.length) blocks.push([start, raw.length]);
  return blocks;
}

function drawNumber(view, number, at) {
  const { word, sign } = view.kinds[number.kind];
  const words = view.raw.slice(number.start, number.end);
  const node = make("mark", number.kind, words, {
    tabindex: "0", role: "button", "aria-label": `${words}: ${word}`, title: word, "data-number": at, "data-sign": sign,
  });
  view.nodes.push(node);
  return node;
}
