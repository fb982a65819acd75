// Photograph, reading and correction in one element, as often on a page as there are places.

import { h, icon, show } from "./dom.js";
import { photoView } from "./overlay.js";
import { dropPhoto, photoOf, restorePhotos } from "./photos.js";
import { fromNotation, Part } from "./parts.js";
import { questionView } from "./questions.js";
import { rememberView } from "./remember.js";
import { resume, troubleView, workingView } from "./reading.js";
import { partView, takeText } from "./rows.js";
import { t } from "./words.js";
import { photoButtons } from "./ways.js";

/**
 * Let the tiles of one place be photographed or typed, corrected and handed over.
 *
 * `key` names the place: what was read is kept under it over a reload, and `data-key`s end with
 * it. `pack` ("tiles", "cards"), `copies` of each tile in the pack, `purpose` ("rack", "table",
 * "board", "rest"), `value` (notation to begin with, where nothing is kept), `label` and `button`
 * (words on the buttons), `auto` (a reading without doubt is handed over at once).
 * `onConfirm({ tiles, groups, corrected, unsure, seen, blob })` gets notation, which tiles were
 * corrected, whether one is still unsure (never, as long as the page asks), `{ size, quads }` of the
 * photo (null if typed) and the photo itself. It may refuse by raising an error with a `code` and a
 * message for people, which is shown. Returns { part, unmount, forget }.
 */
export function mountReading(element, options) {
  const part = new Part(options.key, options);
  const here = { ...options, element, part, problem: null, seenBefore: part.size };
  if (!part.source && options.value) part.begin("given", fromNotation(options.value));
  const stop = part.onChange(() => changed(here));
  draw(here);
  restorePhotos([part.key]).then(() => { draw(here); resume(part); });
  return {
    part,
    unmount() { stop(); part.shown.job?.control.abort(); },
    /** Forget the tiles and the photo of this place. */
    forget() { dropPhoto(part.key); part.begin(); },
  };
}

function changed(here) {
  const { part } = here;
  here.problem = null;
  draw(here);
  const fresh = part.size && part.size !== here.seenBefore;
  here.seenBefore = part.size;
  if (fresh && here.auto && part.tiles.length && !part.unsure.length) confirm(here);
}

function draw(here) {
  const { part, element } = here;
  show(element, part.shown.job ? workingView(part, "h3") : [
    troubleView(part), questionView(part),
    part.source ? [photoView(part), partView(part, { title: false }), rememberView(part)] : null,
    here.problem ? h("p", { class: "notice is-problem", role: "alert" }, icon("warn"), h("span", {}, here.problem)) : null,
    h("div", { class: "entry-buttons" }, ways(here), confirmButton(here)),
  ]);
}

function ways({ part, label }) {
  // A set is learned from its photo alone.
  if (part.purpose === "set") return photoButtons(part, { again: Boolean(part.source), quiet: true, label });
  if (part.source) return photoButtons(part, { again: true, quiet: true });
  const start = (text) => { part.begin("typed"); part.show({ text }); document.getElementById(`text-${part.key}`)?.focus(); };
  return [
    photoButtons(part, { quiet: true, label }),
    h("button", { type: "button", class: "button", "data-key": `type-${part.key}`, onclick: () => start(true) }, icon("text"), t("start.type")),
  ];
}

function confirmButton(here) {
  const { part } = here;
  if (!here.onConfirm || part.unsure.length || (!part.tiles.length && !part.shown.text)) return null;
  return h("button", {
    type: "button", class: "button is-primary", "data-key": `confirm-${part.key}`, onclick: (event) => confirm(here, event.currentTarget),
  }, icon("check"), here.button ?? part.say("text.take"));
}

async function confirm(here, button = null) {
  const { part } = here;
  if (!takeText(part)) return;
  button?.setAttribute("aria-busy", "true");
  try {
    await here.onConfirm({
      tiles: part.tiles.map((one) => one.tile).join(" "), groups: part.notation, corrected: part.corrected,
      unsure: part.unsure.length > 0, blob: part.size ? await photoOf(part.key) : null,
      seen: part.size && { size: part.size, quads: part.tiles.map((one) => part.seen[one.id]?.quad ?? null) },
    });
  } catch (problem) {
    if (!("code" in problem)) throw problem;
    here.problem = problem.code === "offline" ? t("answer.offline") : problem.message;
    draw(here);
  } finally {
    button?.removeAttribute("aria-busy");
  }
}
