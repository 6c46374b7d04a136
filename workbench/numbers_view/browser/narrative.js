// ---- the narrative: its words, and every number as a button with its sign

// A line that was broken because it was long goes on as Markdown has it; as many characters as before.
const BROKEN = /^(.{60,}?)[ \t]?\r?\n(?=\S)(?![#>|]|[*+-]\s|\d{1,9}[.)]\s)/gm;

function drawNarrative(view) {
  const { text, numbers } = view;
  const raw = view.raw.replace(BROKEN, (found) => found.replace(/\r?\n$/, (end) => " ".repeat(end.length)));
  view.nodes = [];
  const blocks = [];
  let at = 0;
  for (const [start, end] of blocksOf(raw)) {
    const block = make("div", "block", "", { dir: "auto" });
    let done = start;
    while (at < numbers.length && numbers[at].start < end) {
      const number = numbers[at];
      block.append(raw.slice(done, number.start), drawNumber(view, number, at));
      done = number.end;
      at++;
    }
    block.append(raw.slice(done, end));
    blocks.push(block);
  }
  text.replaceChildren(...blocks);
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
