// ---- on the way to Python: the text after a pause, one act at a time

const PAUSE = 350; // milliseconds without a keystroke
const PATIENCE = 10000; // milliseconds after which an act without an answer is sent again

function schedule(view) {
  clearTimeout(view.timer);
  view.timer = setTimeout(() => flush(view), PAUSE);
  say(view);
}

// Tell whether the text is longer than a chapter may be; code points count, as in Python.
function isTooLong(view) {
  const { value } = view.area;
  return value.length > view.limit && [...value].length > view.limit;
}

// A megabyte in a text box would stop the browser; what fits is never refused, whatever stands there already.
function refuseTooMuch(view, event) {
  const { selectionStart, selectionEnd, value } = view.area;
  const more = (event.data ?? event.dataTransfer?.getData("text/plain") ?? "").length;
  if (more <= selectionEnd - selectionStart || value.length - (selectionEnd - selectionStart) + more <= view.limit) return;
  event.preventDefault();
  view.refused = more;
  say(view);
}

function flush(view) {
  clearTimeout(view.timer);
  if (!view.sent && !view.conflict && !isTooLong(view) && view.area.value !== view.stored) sendAct(view, "write");
  say(view);
}

function sendAct(view, what) {
  view.turn += 1;
  view.sent = { turn: view.turn, text: view.area.value };
  view.failed = false;
  view.patience = setTimeout(() => {
    view.sent = null;
    flush(view);
  }, PATIENCE);
  view.send({ do: what, text: view.area.value, after: view.number, redo: view.given.redo, turn: view.turn });
}

// Back or forward; what was typed and is not stored yet is stored first, so that nothing is lost.
function step(view, what) {
  clearTimeout(view.timer);
  if (view.conflict || isTooLong(view)) return;
  if (view.sent) view.wanted = what;
  else sendAct(view, what);
  say(view);
}

function say(view) {
  const { area, given } = view;
  const dirty = area.value !== view.stored;
  const long = isTooLong(view);
  view.undo.disabled = long || Boolean(view.conflict) || !(given.can_undo || dirty);
  view.redo.disabled = long || Boolean(view.conflict) || dirty || !given.redo;
  const broken = view.broken.length;
  view.next.hidden = !broken;
  view.next.textContent = `Find the unproven (${grouped(broken)})`;
  view.status.textContent = statusOf(view, dirty, long);
  showNotice(view, long);
}

function statusOf(view, dirty, long) {
  if (long || view.conflict || view.failed) return "Not saved";
  if (!dirty) return view.number ? "Saved" : "As written";
  return "Saving…";
}

function kindOfNotice(view, long) {
  if (view.refused) return `refused ${view.refused}`;
  if (long) return `long ${view.area.value.length}`;
  if (view.conflict) return `conflict ${view.conflict.number}`;
  return view.failed ? "failed" : "";
}

function showNotice(view, long) {
  const { notice, area, conflict } = view;
  const kind = kindOfNotice(view, long);
  if (notice.dataset.kind === kind) return; // a reader hears it once
  notice.dataset.kind = kind;
  notice.hidden = !kind;
  const most = grouped(view.limit);
  if (view.refused) {
    const words = `${grouped(view.refused)} characters more are too many: ${most} is the most for a chapter. `;
    notice.replaceChildren(make("p", "", `${words}They were not inserted, and the text is as it was.`));
  } else if (long) {
    const words = `This text has ${grouped([...area.value].length)} characters; ${most} is the most for a chapter. `;
    notice.replaceChildren(make("p", "", `${words}It is not saved: shorten it.`));
  } else if (conflict) {
    notice.replaceChildren(
      make("p", "", "This chapter was changed elsewhere, perhaps in another tab. What you typed is only here, and not saved."),
      button("", "Save mine over it", () => keepMine(view)),
      button("", "Take what is stored", () => takeStored(view)),
    );
  } else if (view.failed) {
    notice.replaceChildren(
      make("p", "", "This could not be saved; what you typed is only here. The message at the top of the page says why."),
      button("", "Save again", () => flush(view)),
    );
  }
}

function keepMine(view) {
  const { number, text } = view.conflict;
  Object.assign(view, { number, stored: text, conflict: null });
  flush(view);
}

function takeStored(view) {
  adopt(view, view.conflict.number, view.conflict.text);
  say(view);
}
