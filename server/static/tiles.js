// Tiles and cards: their notation ("r7", "Qh", "*"), their names, and how they look.

import { h, svg } from "./dom.js";
import { t } from "./words.js";

export const COLOURS = ["r", "b", "k", "y"];
export const NUMBERS = Array.from({ length: 13 }, (_, index) => index + 1);
export const SUITS = ["h", "d", "c", "s"];
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
export const JOKER = "*";

const TILE = /^[rbky]([1-9]|1[0-3])$/;
// The letters in a card's corner, in the order jack, queen, king, ace.
const INDICES = Object.fromEntries(t("indices").split(" ").map((letter, at) => ["JQKA"[at], letter]));

const CARD = /^(A|[2-9]|10|J|Q|K)[hdcs]$/;

// Each colour has its own shape, so that nobody needs to tell the hues apart.
const MARKS = {
  h: { path: "M12 22.500C4 16 1 12.5 1 8a6 6 0 0 1 11-3.300A6 6 0 0 1 23 8c0 4.5-3 8-11 14.500z", y: 14.5 },
  d: { path: "M12 .5 21.5 12 12 23.5 2.5 12z", y: 16.4 },
  c: { path: "M12 1a5.3 5.3 0 0 1 4.7 7.800A5.4 5.4 0 1 1 13.6 18c.2 2.2.9 3.6 2.4 5H8c1.5-1.4 2.2-2.8 2.4-5a5.4 5.4 0 1 1-3.1-9.200A5.3 5.3 0 0 1 12 1z", y: 15 },
  s: { path: "M12 .8c1.5 3.5 10.5 8 10.5 13.200a4.8 4.8 0 0 1-8.6 3.200c.3 2.3 1 3.9 2.6 5.800h-9c1.6-1.9 2.3-3.5 2.6-5.800A4.8 4.8 0 0 1 1.5 14C1.5 8.8 10.5 4.3 12 .8z", y: 15.5 },
  r: { path: "M12 1.5a10.5 10.5 0 1 1 0 21 10.5 10.5 0 0 1 0-21z", y: 16.6 },
  b: { path: "M12 .5 23.5 12 12 23.5.5 12z", y: 16.4 },
  k: { path: "M4 2h16a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z", y: 16.6 },
  y: { path: "M12 .8c.6 0 1.1.3 1.4.8l10.2 19a1.6 1.6 0 0 1-1.4 2.4H1.8a1.6 1.6 0 0 1-1.4-2.4l10.2-19c.3-.5.8-.8 1.4-.8z", y: 20.2 },
};

export const isTile = (text) => text === JOKER || TILE.test(text) || CARD.test(text);
export const isCard = (text) => CARD.test(text);
export const colourOf = (tile) => (isCard(tile) ? tile.at(-1) : tile[0]);
export const numberOf = (tile) => (isCard(tile) ? RANKS.indexOf(tile.slice(0, -1)) + 1 : Number(tile.slice(1)));
/** What stands on the face: a number or a rank. */
export const signOf = (tile) => (isCard(tile) ? tile.slice(0, -1) : tile.slice(1));
/** The tile of this colour or suit and this number or rank. */
export const tileOf = (colour, sign) => (SUITS.includes(colour) ? `${sign}${colour}` : `${colour}${sign}`);

/** Name a tile: "red 7". */
export function nameOf(tile) {
  if (tile === JOKER) return t("joker");
  if (isCard(tile)) return t("card", { suit: t(`suit.${colourOf(tile)}`), rank: rankName(signOf(tile)) });
  return t("tile", { colour: t(`colour.${colourOf(tile)}`), number: tile.slice(1) });
}

/** A colour's or suit's name. */
export const colourName = (tile) => t(`${isCard(tile) ? "suit" : "colour"}.${colourOf(tile)}`);

/** What stands on the face in this language: German cards have B, D, K, A. */
export const shownSign = (tile) => indexOf(signOf(tile));
export const indexOf = (sign) => (sign in INDICES ? INDICES[sign] : sign);

const rankName = (rank) => (/\d/.test(rank) ? rank : t(`rank.${rank}`));

/** Write a tile as people of this language type it. */
export function typed(tile) {
  if (tile === JOKER) return JOKER;
  const letter = t(`letter.${colourOf(tile)}`).toLowerCase();
  return isCard(tile) ? shownSign(tile) + letter : letter + signOf(tile);
}

/** Read typed tiles into groups; also the letters of the page's language, capitals, `J`. */
export function parse(text, pack = "tiles") {
  const groups = [];
  const unknown = [];
  for (const line of text.split(/[|/\n]+/)) {
    const group = [];
    for (const piece of line.split(/[\s,;]+/).filter(Boolean)) {
      const tile = pack === "cards" ? parseCard(piece) : parseTile(piece);
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

// Rank and suit, "10h"; also the letters of the page's language, T for ten, and J alone for a joker.
function parseCard(piece) {
  const text = piece.toLowerCase();
  if (text === JOKER || text === "j") return JOKER;
  const found = /^(\d+|\p{L})(\p{L})$/u.exec(text);
  if (!found) return null;
  const suit = SUITS.find((one) => t(`letter.${one}`).toLowerCase() === found[2]) ?? found[2];
  const own = Object.keys(INDICES).find((sign) => INDICES[sign].toLowerCase() === found[1]);
  const card = `${own ?? { t: "10", 1: "A", b: "J", d: "Q" }[found[1]] ?? found[1].toUpperCase()}${suit}`;
  return isCard(card) ? card : null;
}

/** Draw what stands on a tile's face. */
export function face(tile) {
  if (tile === JOKER) {
    return [svg("svg", { class: "tile-joker", viewBox: "0 0 48 56", "aria-hidden": "true" },
      svg("use", { href: "#joker" }))];
  }
  return [
    h("span", { class: "tile-number", "aria-hidden": "true" }, shownSign(tile)),
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
    class: `tile${isCard(tile) ? " is-card" : ""}${fresh ? " is-fresh" : ""}${moved ? " is-moved" : ""}`, "data-colour": colourOf(tile), role: "img",
    "aria-label": fresh ? t("tile.fromRack", { tile: name }) : name,
  }, face(tile), as && as !== JOKER ? h("span", { class: "tile-as", "data-colour": colourOf(as), "aria-hidden": "true" }, shownSign(as), mark(colourOf(as))) : null);
}

/** Draw a tile to tap. */
export function tileButton(tile, { label, unsure = false, ...props }) {
  return h("button", {
    type: "button", class: `tile${isCard(tile) ? " is-card" : ""}${unsure ? " is-unsure" : ""}`, "data-colour": colourOf(tile), ...props,
  }, face(tile), h("span", { class: "unseen" }, label ?? nameOf(tile)), unsure ? h("span", { class: "tile-query", "aria-hidden": "true" }, "?") : null);
}
