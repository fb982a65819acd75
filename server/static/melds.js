// Melds as the engine answers them, drawn.

import { h } from "./dom.js";
import { JOKER, tileView } from "./tiles.js";

export const listOf = (notation) =>
  (Array.isArray(notation) ? notation : notation ? notation.split(/\s+/).filter(Boolean) : []);

/** Draw tiles. `stands` says what each stands for, `fresh` which of them come from the rack. */
export function meldView(tiles, { stands = [], fresh = [], label } = {}) {
  const left = listOf(fresh).slice();
  const places = listOf(stands);
  return h("div", { class: "meld", role: "group", "aria-label": label }, listOf(tiles).map((tile, at) => {
    const own = left.indexOf(tile);
    if (own >= 0) left.splice(own, 1);
    return tileView(tile, { as: tile === JOKER ? places[at] : undefined, fresh: own >= 0 });
  }));
}
