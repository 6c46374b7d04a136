// ---- places: from offsets in the text to the screen and back

function blockAt(view, offset) {
  return Math.max(0, firstWhere(view.blocks.length, (number) => view.blocks[number].start > offset) - 1);
}

function nodeAt(block, offset) {
  const { pieces } = block;
  const number = Math.max(0, firstWhere(pieces.length, (one) => pieces[one].start > offset) - 1);
  const { node, start } = pieces[number];
  return [node, Math.max(0, Math.min(offset - start, node.length))];
}

function rangeOf(view, start, end) {
  const range = document.createRange();
  range.setStart(...nodeAt(view.blocks[blockAt(view, start)], start));
  const [node, offset] = nodeAt(view.blocks[blockAt(view, end - 1)], end - 1);
  range.setEnd(node, Math.min(offset + 1, node.length));
  return range;
}

// Blocks that were never seen have a guessed height, and the true one once they are near: go there until it stands still.
function settle(view, move) {
  const turn = (view.going = {});
  let frames = 12;
  const again = () => {
    if (view.going !== turn) return; // somebody wants to be elsewhere
    const before = view.text.scrollTop;
    move();
    if (frames-- && Math.abs(view.text.scrollTop - before) > 1) requestAnimationFrame(again);
  };
  if (view.blocks.length) again();
}

function bring(view, start, end) {
  const { text } = view;
  settle(view, () => {
    const place = rangeOf(view, start, Math.max(end, start + 1)).getBoundingClientRect();
    const pane = text.getBoundingClientRect();
    // A long passage begins in the upper part; a short one stands in the middle.
    text.scrollTop += place.top + Math.min(place.height / 2, pane.height / 3) - pane.top - pane.height / 2;
  });
}

// The part of the text that is on the screen, as offsets.
function inSight(view) {
  const { text, blocks } = view;
  if (!blocks.length) return [0, 0];
  const offsetAt = (height) => {
    const number = Math.max(0, firstWhere(blocks.length, (one) => blocks[one].article.offsetTop > height) - 1);
    const { article, start, end } = blocks[number];
    const part = (height - article.offsetTop) / (article.offsetHeight || 1);
    return start + Math.max(0, Math.min(1, part)) * (end - start);
  };
  return [offsetAt(text.scrollTop), offsetAt(text.scrollTop + text.clientHeight)];
}

function goTo(view, offset) {
  const { text, blocks } = view;
  settle(view, () => {
    const { article, start, end } = blocks[blockAt(view, offset)];
    const part = Math.max(0, Math.min(1, (offset - start) / (end - start || 1)));
    text.scrollTop = article.offsetTop + part * article.offsetHeight;
  });
}

function scrolled(view) {
  view.scrolling ??= requestAnimationFrame(() => {
    view.scrolling = null;
    if (!view.root.isConnected) return;
    view.state.place = inSight(view)[0];
    view.moveRibbon();
  });
}

// Where a view is opened again, it is opened where it was.
function restorePlace(view) {
  if (view.restored) return;
  view.restored = true;
  if (view.state.place) goTo(view, view.state.place);
}

// ---- what is selected

// What stands in a shadow tree is shown only to who asks for it; older browsers keep a selection for each tree.
function rawSelection(view) {
  const tree = view.root.getRootNode();
  const selection = document.getSelection();
  if (selection?.getComposedRanges) return selection.getComposedRanges({ shadowRoots: [tree] })[0] ?? null;
  const own = tree.getSelection?.() ?? selection;
  return own?.rangeCount ? own.getRangeAt(0) : null;
}

function selectedRange(view) {
  const found = rawSelection(view);
  if (!found || !view.text.contains(found.startContainer) || !view.text.contains(found.endContainer)) return null;
  const range = document.createRange();
  range.setStart(found.startContainer, found.startOffset);
  range.setEnd(found.endContainer, found.endOffset);
  return range.collapsed ? null : range;
}

// The offsets of what is selected of the words; names and times between them were not selected.
function touchedSpan(view) {
  const range = selectedRange(view);
  if (!range) return null;
  const { blocks } = view;
  const after = (number) => range.comparePoint(blocks[number].body, 0) > 0;
  const ended = (number) => range.comparePoint(blocks[number].body, blocks[number].body.childNodes.length) >= 0;
  let span = null;
  for (let number = firstWhere(blocks.length, ended); number < blocks.length && !after(number); number++) {
    for (const { node, start } of blocks[number].pieces) {
      if (!range.intersectsNode(node)) continue;
      const from = node === range.startContainer ? range.startOffset : 0;
      const to = node === range.endContainer ? range.endOffset : node.length;
      if (from < to) span = [span ? span[0] : start + from, start + to];
    }
  }
  return span;
}

function selectedSpan(view) {
  const span = touchedSpan(view);
  return span && sliceOf(view, span).trim() ? wholeWords(view, span) : null;
}

const IN_WORD = /[\p{L}\p{N}\p{M}]/u;

// A mouse seldom hits the end of a word: a span that cuts one takes it in, within its block.
function wholeWords(view, [start, end]) {
  const inWord = (offset) => IN_WORD.test(String.fromCodePoint(view.raw.codePointAt(offset) ?? 32));
  const cuts = (offset) => inWord(offset - 1) && inWord(offset);
  const first = view.blocks[blockAt(view, start)].start;
  const last = view.blocks[blockAt(view, end - 1)].end;
  while (start > first && cuts(start)) start--;
  while (end < last && cuts(end)) end++;
  return [start, end];
}
