// What the start page knows: the game, what happened in the round, and the tiles. Kept in the
// browser, because phones reload a page after the camera.

import { byId } from "./dom.js";
import { Part } from "./parts.js";

const KEY = "meldcam.2";
const listeners = new Set();
export const systems = JSON.parse(byId("systems").textContent);

export const state = {
  game: null, // null: not chosen yet
  house: {}, // game -> { option: value } where this house differs from the source
  opened: false,
  free: null,
  thrown: 0,
  multiplier: 1,
  opponents: 1,
  level: "reveal", // of the last hint
  ...kept(),
};

// Tiles and cards have their own places: whoever changes the game keeps what was read.
const places = {
  tiles: { rack: new Part("rack"), table: new Part("table", { purpose: "table" }) },
  cards: {
    rack: new Part("hand", { pack: "cards" }),
    table: new Part("cards", { pack: "cards", purpose: "table" }),
  },
};
const parts = Object.values(places).flatMap(Object.values);

export const system = () => systems.find((one) => one.id === state.game) ?? systems.find((one) => one.id === "zahlen");
export const rack = () => place("rack");
export const table = () => place("table");
/** This house's rules, as differences from the source. */
export const house = () => state.house[system().id] ?? {};
/** The points of the first meld, 0 where there is none to reach. */
export const opening = () => house().first_meld ?? system().opening;
/** Whether more than the first meld may be laid. */
export const opened = () => !opening() || state.opened;

function place(name) {
  const part = places[system().pack][name];
  part.copies = system().copies;
  return part;
}

/** Call `listener` after every change. */
export function onChange(listener) {
  listeners.add(listener);
  for (const part of parts) part.onChange(listener);
}

/** Change the state with a function, keep it, and tell the page. */
export function change(edit) {
  edit(state);
  try {
    localStorage.setItem(KEY, JSON.stringify(state));
  } catch {
    // A full or forbidden storage costs the survival of a reload, nothing else.
  }
  for (const listener of listeners) listener();
}

/** Every place, of tiles and of cards. */
export const allParts = parts;

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}
