// Tiles for the table: photographed or typed, corrected, and handed over when they are sure.

import { code } from "./api.js";
import { game } from "./game.js";
import { h } from "../dom.js";
import { mountReading } from "../mount.js";

/**
 * Show how to enter tiles: see `mountReading`. `key` and `round` name what is entered at this
 * table; once it was handed over nothing of it is kept.
 */
export function tilesEntry({ key, round = "", ...options }) {
  const root = h("div", { class: "entry" });
  const { pack, copies } = game.now.system;
  const place = mountReading(root, {
    ...options, pack, copies, key: `${key}-${code}-${round}`,
    onConfirm: async (told) => {
      await options.onConfirm(told);
      place.forget();
    },
  });
  return root;
}
