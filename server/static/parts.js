// The tiles of one place: a rack, the table, a board, what is left. Kept in the browser under a
// key, because phones reload a page after the camera.

import { known, t } from "./words.js";

const PREFIX = "meldcam.part.";
const STEPS_KEPT = 40;

const nothing = () => ({
  source: null, // "photo", "typed" or "given"; null: nothing there yet
  waiting: false, // its photo is kept, but not read yet
  size: null, // of the upright photo: [width, height]
  seen: {}, // id -> { quad, tile, alternatives }: what the photo shows, and where
  groups: [], // rows of a rack or melds of the table: [{ id, tile, open }]
  past: [],
  future: [],
});

/** The tiles under a key, with what was seen and what was corrected. Whoever shows it listens. */
export class Part {
  /**
   * `purpose` is "rack", "table", "board" or "rest"; `pack` "tiles" or "cards"; `copies` is how
   * often the pack has each tile.
   */
  constructor(key, { purpose = "rack", pack = "tiles", copies = 2 } = {}) {
    Object.assign(this, { key, purpose, pack, copies, ...(restore(key) ?? nothing()) });
    this.melds = purpose === "table";
    // How it is shown, for as long as the page is open.
    this.shown = { text: false, whole: false, field: null, job: null, trouble: null };
    this.listeners = new Set();
  }

  get tiles() { return this.groups.flat(); }
  get unsure() { return this.tiles.filter((one) => one.open); }
  get notation() { return notation(this.groups.map((group) => group.map((one) => one.tile))); }

  /** Tiles that are not what the photo was read as, added ones among them. */
  get corrected() {
    return this.size ? this.tiles.filter((one) => one.tile !== this.seen[one.id]?.tile).map((one) => one.tile) : [];
  }

  /** Call `listener` after every change; returns how to stop that. */
  onChange(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Return a wording that speaks of cards where cards are played. */
  say(wording, values) {
    const packed = `${wording}.${this.pack}`;
    return t(known(packed) ? packed : wording, values);
  }

  /** Change how it is shown. */
  show(changes) {
    Object.assign(this.shown, changes);
    this.tell();
  }

  /** Take over a reading as it came from the server. */
  take(reading) {
    Object.assign(this, nothing(), { source: "photo", size: [reading.width, reading.height] });
    let next = 1;
    const rows = reading.rows.map((row) => row.map(({ tile, unsure, quad, alternatives }) => {
      const id = `s${next++}`;
      this.seen[id] = { quad, tile, alternatives };
      return { id, tile, open: unsure };
    }));
    this.groups = (this.melds ? asMelds(rows, reading.melds) : rows).filter((row) => row.length);
    Object.assign(this.shown, { text: false, field: null, set: reading.set ?? null, remembered: false });
    this.changed();
  }

  /** Begin anew: `source` is "typed", or null for nothing at all. */
  begin(source = null, groups = []) {
    Object.assign(this, nothing(), { source, groups });
    this.changed();
  }

  /** Replace the groups, and remember how they were; `seen` are new places on the photo. */
  edit(groups, seen = {}) {
    this.past = [...this.past, this.groups].slice(-STEPS_KEPT);
    this.future = [];
    this.groups = groups.filter((group) => group.length);
    this.source ??= "typed";
    Object.assign(this.seen, seen);
    this.changed();
  }

  /** Step back (`"past"`) or forward (`"future"`). */
  travel(direction) {
    const other = direction === "past" ? "future" : "past";
    const groups = this[direction].at(-1);
    if (!groups) return;
    this[direction] = this[direction].slice(0, -1);
    this[other] = [...this[other], this.groups];
    this.groups = groups;
    this.changed();
  }

  /** Keep it and tell whoever listens. */
  changed() {
    const { source, waiting, size, seen, groups, past, future } = this;
    try {
      if (source || waiting) localStorage.setItem(PREFIX + this.key, JSON.stringify({ source, waiting, size, seen, groups, past, future }));
      else localStorage.removeItem(PREFIX + this.key);
    } catch {
      // A full or forbidden storage costs the survival of a reload, nothing else.
    }
    this.tell();
  }

  tell() {
    for (const listener of [...this.listeners]) listener(this);
  }
}

/** Write groups of tiles in notation. */
export const notation = (groups) => groups.map((group) => group.join(" ")).join(" | ");

/** Read notation into groups as a part keeps them. */
export const fromNotation = (text) => text.split("|").map((meld, at) =>
  meld.trim().split(/\s+/).filter(Boolean).map((tile, place) => ({ id: `g${at}.${place}`, tile, open: false }))).filter((group) => group.length);

// A reading names its melds in notation, in the order of its rows: cut the rows accordingly.
function asMelds(rows, melds) {
  const all = rows.flat();
  const groups = [];
  let start = 0;
  for (const meld of melds) {
    const tiles = meld.split(/\s+/).filter(Boolean);
    const piece = all.slice(start, start + tiles.length);
    if (piece.map((one) => one.tile).join(" ") !== tiles.join(" ")) return rows;
    groups.push(piece);
    start += tiles.length;
  }
  return start === all.length ? groups : rows;
}

function restore(key) {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + key));
    return kept && { ...nothing(), ...kept };
  } catch {
    return null;
  }
}
