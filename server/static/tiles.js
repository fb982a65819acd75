// Tiles: their notation ("r7", "*"), their names, and how they look.

import { h, svg } from "./dom.js";
import { t } from "./words.js";

export const COLOURS = ["r", "b", "k", "y"];
export const NUMBERS = Array.from({ length: 13 }, (_, index) => index + 1);
export const JOKER = "*";

// Each colour has its own shape, so that nobody needs to tell the hues apart.
const MARKS = {
  r: { path: "M12 1.5a10.5 10.5 0 1 1 0 21 10.5 10.5 0 0 1 0-21z", y: 16.6 },
  b: { path: "M12 .5 23.5 12 12 23.5.5 12z", y: 16.4 },
  k: { path: "M4 2h16a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z", y: 16.6 },
  y: { path: "M12 .8c.6 0 1.1.3 1.4.8l10.2 19a1.6 1.6 0 0 1-1.4 2.4H1.8a1.6 1.6 0 0 1-1.4-2.4l10.2-19c.3-.5.8-.8 1.4-.8z", y: 20.2 },
};

export const isTile = (text) => text === JOKER || /^[rbky]([1-9]|1[0-3])$/.test(text);
export const colourOf = (tile) => tile[0];
export const numberOf = (tile) => Number(tile.slice(1));

/** Name a tile: "red 7". */
export function nameOf(tile) {
  if (tile === JOKER) return t("joker");
  return t("tile", { colour: t(`colour.${colourOf(tile)}`), number: tile.slice(1) });
}

/** Read typed tiles into groups; also the letters of the page's language, capitals, `J`. */
export function parse(text) {
  const groups = [];
  const unknown = [];
  for (const line of text.split(/[|/\n]+/)) {
    const group = [];
    for (const piece of line.split(/[\s,;]+/).filter(Boolean)) {
      const tile = parseTile(piece);
      if (tile) group.push(tile);
      else unknown.push(piece);
    }
    if (group.length) groups.push(group);
  }
  return { groups, unknown };
}

function parseTile(piece) {
  const text = piece.toLowerCase();
  if (text === JOKER || text === "j") return JOKER;
  const found = /^(\p{L})0*(\d+)$/u.exec(text);
  if (!found) return null;
  const own = COLOURS.find((colour) => t(`letter.${colour}`).toLowerCase() === found[1]);
  const colour = own ?? { o: "y" }[found[1]] ?? found[1];
  return isTile(colour + found[2]) ? colour + found[2] : null;
}

/** Draw what stands on a tile's face. */
export function face(tile) {
  if (tile === JOKER) {
    return [svg("svg", { class: "tile-joker", viewBox: "0 0 48 56", "aria-hidden": "true" },
      svg("use", { href: "#joker" }))];
  }
  return [
    h("span", { class: "tile-number", "aria-hidden": "true" }, tile.slice(1)),
    mark(colourOf(tile)),
  ];
}

/** Draw a colour's mark: its shape with its letter. */
export function mark(colour) {
  const { path, y } = MARKS[colour];
  return svg("svg", { class: "mark", "data-colour": colour, viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: path }),
    svg("text", { x: 12, y, "text-anchor": "middle" }, t(`letter.${colour}`)));
}

/** Draw a tile to look at. `as` is the tile a joker stands for. */
export function tileView(tile, { as, fresh, moved } = {}) {
  const name = as ? t("joker.as", { tile: nameOf(as) }) : nameOf(tile);
  return h("span", {
    class: `tile${fresh ? " is-fresh" : ""}${moved ? " is-moved" : ""}`, "data-colour": colourOf(tile), role: "img",
    "aria-label": fresh ? t("tile.fromRack", { tile: name }) : name,
  }, face(tile), as && as !== JOKER ? h("span", { class: "tile-as", "data-colour": colourOf(as), "aria-hidden": "true" }, as.slice(1), mark(colourOf(as))) : null);
}

/** Draw a tile to tap. */
export function tileButton(tile, { label, unsure = false, ...props }) {
  return h("button", {
    type: "button", class: `tile${unsure ? " is-unsure" : ""}`, "data-colour": colourOf(tile), ...props,
  }, face(tile), h("span", { class: "unseen" }, label ?? nameOf(tile)), unsure ? h("span", { class: "tile-query", "aria-hidden": "true" }, "?") : null);
}
