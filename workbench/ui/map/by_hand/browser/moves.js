// ---- selecting by keys: a cursor of one word, and ends that move by words and by sentences

function wordsIn({ starts, ends }, { start, end }) {
  return [
    firstWhere(ends.length, (one) => ends[one] > start),
    firstWhere(starts.length, (one) => starts[one] >= end) - 1,
  ];
}

// With the first and the last word of a sentence go the marks that touch them.
function startAt(model, word) {
  return stretchOf(model, model.sentences, word)[0] === word ? leadOf(model, word) : model.starts[word];
}

function endAt(model, word) {
  return stretchOf(model, model.sentences, word)[1] === word ? tailOf(model, word) : model.ends[word];
}

function cursorAt(model, word) {
  return { start: model.starts[word], end: model.ends[word], moves: "end" };
}

function moveCursor(model, picked, key) {
  const { starts, sentences } = model;
  const word = wordsIn(model, picked)[picked.moves === "start" ? 0 : 1];
  const at = placeIn(sentences, word);
  const wanted = {
    ArrowRight: word + 1,
    ArrowLeft: word - 1,
    ArrowDown: sentences[at + 1] ?? word,
    ArrowUp: sentences[at] < word ? sentences[at] : (sentences[at - 1] ?? word),
  }[key];
  return cursorAt(model, Math.max(0, Math.min(starts.length - 1, wanted)));
}

// Where the beginning goes; never behind the last word that is selected, never out of the run.
function moveStart(model, picked, key) {
  const [first, last] = wordsIn(model, picked);
  const { sentences } = model;
  const at = placeIn(sentences, first);
  const [lowest] = stretchOf(model, model.runs, first);
  let wanted = { ArrowRight: first + 1, ArrowLeft: first - 1 }[key];
  if (key === "ArrowDown") wanted = sentences[at + 1] ?? last + 1;
  if (key === "ArrowUp") wanted = sentences[at] < first ? sentences[at] : (sentences[at - 1] ?? first);
  if (wanted > last) return picked;
  return { ...picked, start: startAt(model, Math.max(lowest, wanted)) };
}

function moveEnd(model, picked, key) {
  const [first, last] = wordsIn(model, picked);
  const { sentences } = model;
  const highest = stretchOf(model, model.runs, last)[1];
  const own = stretchOf(model, sentences, last);
  let wanted = { ArrowRight: last + 1, ArrowLeft: last - 1 }[key];
  if (key === "ArrowDown") {
    const done = own[1] === last && picked.end >= endAt(model, last);
    wanted = done && last < highest ? stretchOf(model, sentences, last + 1)[1] : own[1];
  }
  if (key === "ArrowUp") wanted = own[0] - 1;
  if (wanted < first) return picked;
  return { ...picked, end: endAt(model, Math.min(highest, wanted)) };
}

// Of one word the key says which end it moves.
function extend(model, picked, key) {
  const [first, last] = wordsIn(model, picked);
  const onward = key === "ArrowRight" || key === "ArrowDown";
  const moves = first === last ? (onward ? "end" : "start") : picked.moves;
  return (moves === "start" ? moveStart : moveEnd)(model, { ...picked, moves }, key);
}

function otherEnd(picked) {
  return { ...picked, moves: picked.moves === "start" ? "end" : "start" };
}
