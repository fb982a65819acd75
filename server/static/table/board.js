// Is my board closed? Photographed, corrected, and judged on everybody's screen.

import { call } from "./api.js";
import { tilesEntry } from "./entry.js";
import { counter, keepView } from "./forms.js";
import { act, game, pathOf } from "./game.js";
import { h, show } from "../dom.js";
import { t } from "../words.js";

const told = { thrown: 0, thrown_by_others: 0, multiplier: 1, kept: false };
let kept = null; // the scene while it is filled in

/** Show how a board is put before everybody. */
export function boardScene() {
  kept ??= scene();
  return kept;
}

function scene() {
  const counters = h("div", { class: "card settings" });
  const draw = () => show(counters,
    step("thrown", "set.thrown", 0, 6), game.now.system.thrown_by_others ? step("thrown_by_others", "board.thrownByOthers", 0, 6) : null,
    step("multiplier", "set.multiplier", 1, 20));
  const step = (key, words, least, most) => counter(key, t(words), {
    value: told[key], least, most, show: key === "multiplier" ? (n) => `×${n}` : String,
  }, (value) => { told[key] = value; draw(); });
  draw();
  return [
    h("h1", {}, t("board.title")),
    h("p", { class: "hint" }, t("board.help")),
    counters,
    h("section", { class: "card" }, tilesEntry({
      key: "board", round: game.now.book.rounds.length, purpose: "board", label: t("board.photograph"), button: t("board.check"), onConfirm: check,
    })),
    keepView("keep-board", (on) => { told.kept = on; }),
    h("p", { class: "hint" }, t("photo.shownOnly")),
  ];
}

async function check({ tiles, seen, blob }) {
  const number = game.now.book.rounds.length + 1;
  let photo = null;
  if (blob && seen) photo = (await call("POST", pathOf(`/photos?number=${number}&kept=${told.kept ? 1 : 0}`), blob)).id;
  const { kept: _, ...round } = told;
  await act("PUT", "/board", { ...round, tiles, seen: seen ? { ...seen, photo } : null });
  kept = null;
  location.hash = "";
}
