// ---- the words that can be selected: whole tokens, in one turn, with nothing between them where words were lost

// What Python counted: each turn's place, its words as gaps and lengths, where runs and sentences begin. UTF-16 units.
function readWords(raw, { turns, words, runs, sentences }) {
  const starts = new Int32Array(words.length / 2);
  const ends = new Int32Array(starts.length);
  let at = 0;
  for (let number = 0; number < starts.length; number++) {
    starts[number] = at + words[2 * number];
    at = ends[number] = starts[number] + words[2 * number + 1];
  }
  return { raw, turns, starts, ends, runs, sentences };
}

// The last number of a sorted list that is at most a given one, as its place in the list; -1 where there is none.
function placeIn(sorted, number) {
  return firstWhere(sorted.length, (one) => sorted[one] > number) - 1;
}

// The words from the one with which a run or a sentence begins to the one before the next begins.
function stretchOf({ starts }, begins, word) {
  const at = placeIn(begins, word);
  return [begins[at], (begins[at + 1] ?? starts.length) - 1];
}

function turnAt({ turns }, offset, forward) {
  const after = firstWhere(turns.length, (one) => turns[one][0] > offset) - 1;
  const inside = (number) => number >= 0 && turns[number][0] <= offset && offset <= turns[number][1];
  const [near, far] = forward ? [after, after - 1] : [after - 1, after];
  return turns[inside(near) ? near : inside(far) ? far : -1];
}

// Marks that touch a word are its own as far as white space; those that stand between two words are of neither.
function tailOf({ raw, starts, ends }, word) {
  const next = starts[word + 1] ?? raw.length;
  let at = ends[word];
  while (at < next && /[^\s\p{L}\p{N}]/u.test(raw[at])) at++;
  return at < raw.length && !/\s/.test(raw[at]) ? ends[word] : at;
}

function leadOf({ raw, starts, ends }, word) {
  const before = word ? ends[word - 1] : 0;
  let at = starts[word];
  while (at > before && /[^\s\p{L}\p{N}]/u.test(raw[at - 1])) at--;
  return at > 0 && !/\s/.test(raw[at - 1]) ? starts[word] : at;
}

const PAIRS = ["“”", "„“", "„”", "«»", "»«", "‘’", '""'];

// A pair of quotation marks about the whole is left out: a quote is given its own.
function withoutPair({ raw }, [start, end]) {
  const pair = raw[start] + raw[end - 1];
  const inside = raw.slice(start + 1, end - 1);
  return PAIRS.includes(pair) && ![...pair].some((mark) => inside.includes(mark)) ? [start + 1, end - 1] : [start, end];
}

// The words that a selection is which began at `anchor` and now is at `focus`; null where it holds none.
function snap(model, anchor, focus) {
  const forward = focus > anchor;
  const turn = turnAt(model, anchor, forward);
  if (!turn || anchor === focus) return null;
  const { raw, starts, ends, runs } = model;
  const within = Math.max(turn[0], Math.min(turn[1], focus));
  const [low, high] = forward ? [anchor, within] : [within, anchor];
  let first = firstWhere(ends.length, (one) => ends[one] > low);
  let last = firstWhere(starts.length, (one) => starts[one] >= high) - 1;
  if (first > last) return null;
  if (forward) last = Math.min(last, stretchOf(model, runs, first)[1]);
  else first = Math.max(first, stretchOf(model, runs, last)[0]);
  let start = Math.min(starts[first], Math.max(low, leadOf(model, first)));
  let end = Math.max(ends[last], Math.min(high, tailOf(model, last)));
  if (isSecondHalf(raw, start)) start--;
  if (isSecondHalf(raw, end)) end++;
  return withoutPair(model, [start, end]);
}

// A character beyond U+FFFF is two units.
function isSecondHalf(raw, offset) {
  const unit = raw.charCodeAt(offset);
  return unit >= 0xdc00 && unit < 0xe000;
}
