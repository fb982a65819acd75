// What the page knows. Kept in the browser, because phones reload a page after the camera.

const KEY = "meldcam.1";
const STEPS_KEPT = 40;
const listeners = new Set();

const emptyPart = () => ({
  source: null, // "photo" or "typed"; null: nothing there yet
  waiting: false, // its photo is kept, but not read yet
  size: null, // of the upright photo: [width, height]
  seen: {}, // id -> { quad, alternatives }: where the photo shows a tile
  groups: [], // rows of the rack or melds of the table: [{ id, tile, open }]
  past: [],
  future: [],
});

const emptyState = () => ({
  game: "zahlen",
  opened: false,
  free: null,
  thrown: 0,
  multiplier: 1,
  opponents: 1,
  rack: emptyPart(),
  table: emptyPart(),
});

export const state = restore();

/** Call `listener` after every change. */
export function onChange(listener) {
  listeners.add(listener);
}

/** Change the state with a function, keep it, and tell the page. */
export function change(edit) {
  edit(state);
  keep();
  for (const listener of listeners) listener(state);
}

/** Forget a part and what was decided about it. */
export function clear(name) {
  change((now) => {
    now[name] = emptyPart();
    if (name === "rack") now.free = null;
  });
}

/** Take over a reading as it came from the server. */
export function takeReading(name, reading) {
  change((now) => {
    const part = { ...emptyPart(), source: "photo", size: [reading.width, reading.height] };
    let next = 1;
    const rows = reading.rows.map((row) => row.map((sighting) => {
      const id = `s${next++}`;
      part.seen[id] = { quad: sighting.quad, alternatives: sighting.alternatives };
      return { id, tile: sighting.tile, open: sighting.unsure };
    }));
    part.groups = name === "table" ? asMelds(rows, reading.melds) : rows.filter((row) => row.length);
    now[name] = part;
    if (name === "rack") now.free = null;
  });
}

/** Start a part by hand. */
export function startTyping(name) {
  change((now) => {
    now[name] = { ...emptyPart(), source: "typed" };
  });
}

/** Replace a part's groups, and remember how they were. */
export function edit(name, groups, seen = {}) {
  change((now) => {
    const part = now[name];
    part.past = [...part.past, part.groups].slice(-STEPS_KEPT);
    part.future = [];
    part.groups = groups.filter((group) => group.length);
    Object.assign(part.seen, seen);
    dropMissingFree(now);
  });
}

/** Step back (`"past"`) or forward (`"future"`). */
export function travel(name, direction) {
  change((now) => {
    const part = now[name];
    const other = direction === "past" ? "future" : "past";
    const groups = part[direction].at(-1);
    if (!groups) return;
    part[direction] = part[direction].slice(0, -1);
    part[other] = [...part[other], part.groups];
    part.groups = groups;
    dropMissingFree(now);
  });
}

export const tilesOf = (part) => part.groups.flat();
export const openOnes = (part) => tilesOf(part).filter((one) => one.open);
export const notation = (part) =>
  part.groups.map((group) => group.map((one) => one.tile).join(" ")).join(" | ");

function dropMissingFree(now) {
  if (now.free && !tilesOf(now.rack).some((one) => one.tile === now.free)) now.free = null;
}

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

function keep() {
  try {
    localStorage.setItem(KEY, JSON.stringify(state));
  } catch {
    // A full or forbidden storage costs the survival of a reload, nothing else.
  }
}

function restore() {
  const fresh = emptyState();
  try {
    const kept = JSON.parse(localStorage.getItem(KEY)) ?? {};
    return { ...fresh, ...kept,
      rack: { ...emptyPart(), ...kept.rack }, table: { ...emptyPart(), ...kept.table } };
  } catch {
    return fresh;
  }
}
