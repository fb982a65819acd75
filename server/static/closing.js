// Is the board closed: the verdict, the fourteen in their melds, and the price line by line.

import { closedView, meldsView, openView, priceView, sign } from "./boardview.js";
import { h } from "./dom.js";
import { listOf } from "./melds.js";
import { change, rack, state } from "./store.js";
import { nameOf, tileButton, tileView } from "./tiles.js";
import { t } from "./words.js";

const FULL = 15; // fourteen in combination and one to throw

/** Tell whether the rack has as many tiles as a board has. */
export const isBoard = (part) => [FULL - 1, FULL].includes(part.tiles.length);

/** Show that closing takes another number of tiles. */
export const noBoardView = () =>
  sign("no", "close", t("close.open"), t("close.count", { n: rack().tiles.length }));

/** Show an answer to `close`. */
export function closingView(answer) {
  return answer.closed
    ? [closedView(answer), throwing(answer), meldsView(answer), priceView(answer)]
    : [openView(answer), meldsView(answer)];
}

// Which tile is thrown may change the category and the price, so it can be chosen.
function throwing(answer) {
  const choices = [...new Set([...listOf(answer.may_throw), ...(state.free ? [state.free] : [])])];
  const thrown = state.free ?? answer.free;
  if (!thrown) return null;
  if (choices.length < 2 && !state.free) {
    return h("section", {}, h("h3", {}, t("close.throw")), h("div", { class: "meld" }, tileView(thrown)));
  }
  return h("section", {}, h("h3", {}, t("close.throw")),
    h("p", { class: "hint" }, t(state.free ? "close.chosen" : "close.choose")),
    h("div", { class: "choices" }, choices.map((tile) => tileButton(tile, {
      "data-key": `free-${tile}`, label: t("close.throwThis", { tile: nameOf(tile) }),
      "aria-pressed": String(tile === thrown),
      onclick: () => change((now) => { now.free = now.free === tile ? null : tile; }),
    }))));
}
