export default function (given) {
  const view = openView(given, createView, blankState);
  buildParts(view, given.data, { words: buildWords, marks: buildMarks });
  refresh(view);
  return attach(view, listenOutside, forgetMatches);
}
