// Melds as the engine answers them, drawn.

import { h } from "./dom.js";
import { JOKER, tileView } from "./tiles.js";

/** The tiles of an answer: notation, or a list of single tiles. */
export const listOf = (tiles) =>
  (Array.isArray(tiles) ? tiles : (tiles ?? "").split(/\s+/).filter(Boolean));

/** Draw tiles. `stands` says what each stands for; `fresh` come from the rack, `moved` go elsewhere. */
export function meldView(tiles, { stands, fresh, moved, label } = {}) {
  const places = listOf(stands);
  const own = [...listOf(fresh)];
  const going = [...listOf(moved)];
  return h("div", { class: "meld", role: "group", "aria-label": label }, listOf(tiles).map((tile, at) =>
    tileView(tile, {
      as: tile === JOKER ? places[at] : undefined, fresh: takeOut(own, tile), moved: takeOut(going, tile),
    })));
}

function takeOut(list, tile) {
  const at = list.indexOf(tile);
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}
