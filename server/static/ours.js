// The set of tiles that photos are read with: the game's, or the one this phone has chosen.

import { h, icon } from "./dom.js";
import { known, t } from "./words.js";

const KEY = "meldcam.set";
let inGame; // undefined outside of a game; there null means none

/** Return the chosen set for a pack, { id, name, pack, mine }, or null. */
export function ours(pack) {
  const chosen = inGame === undefined ? stored() : inGame;
  return chosen?.pack === pack ? chosen : null;
}

/** Use a game's set; null is none. */
export function useSet(set) {
  inGame = set ?? null;
}

/** Choose a set for this phone. */
export function choose(set) {
  try {
    if (set) localStorage.setItem(KEY, JSON.stringify(set));
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

export function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY));
  } catch {
    return null;
  }
}

/** Say that the set did not help with this photo, or nothing. */
export function setView(part) {
  const why = part.shown.set;
  const set = ours(part.pack);
  if (!set || !why || why === "fits") return null;
  const words = known(`set.${why}`) ? `set.${why}` : "set.broken";
  return h("p", { class: "notice", role: "status" }, icon("warn"),
    h("span", {}, t(words, { name: set.name }), " ", h("a", { href: "/sets" }, t("set.other"))));
}
