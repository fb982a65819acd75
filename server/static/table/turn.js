// Was this turn legal? The table before and after, photographed or typed.

import { call, code } from "./api.js";
import { tilesEntry } from "./entry.js";
import { doing, toggle } from "./forms.js";
import { act, game, pathOf } from "./game.js";
import { h, show } from "../dom.js";
import { meldView } from "../melds.js";
import { t } from "../words.js";

const told = { before: null, opened: true };
let kept = null;

/** Show how a turn is put before everybody. */
export function turnScene(redraw) {
  kept ??= scene(redraw);
  return kept;
}

function scene(redraw) {
  const root = h("div", { class: "column" });
  // The table as the last check left it is the table before the next turn.
  told.before ??= game.now.shown?.kind === "turn" && game.now.shown.verdict.valid ? game.now.shown.after : null;
  // A camera above the table saw it too, whatever was checked in between.
  const filmed = sessionStorage.getItem(`meldcam.before.${code}`);
  if (filmed !== null) told.before = filmed;
  sessionStorage.removeItem(`meldcam.before.${code}`);
  const again = () => { kept = null; redraw(); };
  const opened = h("div", { class: "card settings" });
  const drawOpened = () => show(opened, toggle("turn-opened", t("turn.opened"), t("turn.opened.help"), told.opened, (on) => { told.opened = on; drawOpened(); }));
  drawOpened();
  show(root,
    h("h1", {}, t("turn.title")),
    h("p", { class: "hint" }, t("turn.help")),
    told.before === null ? beforeCard(again) : [
      h("section", { class: "card" }, h("h2", {}, t("turn.before")),
        told.before ? h("div", { class: "felt melds" }, told.before.split("|").map((meld) => meldView(meld.trim()))) : h("p", { class: "hint" }, t("turn.empty")),
        doing("other-before", t("turn.otherBefore"), async () => { told.before = null; again(); }, { quiet: true })),
      game.now.system.opening ? opened : null,
      h("section", { class: "card" }, h("h2", {}, t("turn.afterwards")), tilesEntry({
        key: "after", round: game.now.book.rounds.length, purpose: "table", label: t("turn.photographAfter"), button: t("turn.check"), onConfirm: check,
      })),
      h("p", { class: "hint" }, t("photo.shownOnly")),
    ]);
  return root;
}

function beforeCard(again) {
  return h("section", { class: "card" }, h("h2", {}, t("turn.before")),
    tilesEntry({
      key: "before", round: game.now.book.rounds.length, purpose: "table", label: t("turn.photographBefore"), button: t("turn.next"),
      onConfirm: async ({ groups }) => { told.before = groups; again(); },
    }),
    doing("no-table", t("turn.nothing"), async () => { told.before = ""; again(); }, { quiet: true }));
}

async function check({ groups, seen, blob }) {
  const number = game.now.book.rounds.length + 1;
  let photo = null;
  if (blob && seen) photo = (await call("POST", pathOf(`/photos?number=${number}&kept=0`), blob)).id;
  const { shown } = await act("PUT", "/turn", {
    before: told.before, after: groups, opened: told.opened, seen: seen ? { ...seen, photo } : null,
  });
  told.before = shown.verdict.valid ? null : told.before;
  kept = null;
  location.hash = "";
}
