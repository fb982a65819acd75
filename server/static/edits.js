// Corrections: each takes groups and returns new ones; nothing is changed in place.

let newest = Date.now();
const newId = () => `n${(newest++).toString(36)}`;

/** Say what the tile `id` is. That also settles whether it is sure. */
export const set = (groups, id, tile) =>
  groups.map((group) => group.map((one) => (one.id === id ? { id, tile, open: false } : one)));

export const remove = (groups, id) =>
  groups.map((group) => group.filter((one) => one.id !== id)).filter((group) => group.length);

/** Put a new tile beside `place.id`, or at the end. */
export function add(groups, tile, place = {}) {
  const one = { id: newId(), tile, open: false };
  const beside = groups.findIndex((group) => group.some((other) => other.id === place.id));
  if (beside >= 0) {
    const group = [...groups[beside]];
    const index = group.findIndex((other) => other.id === place.id) + (place.after ? 1 : 0);
    group.splice(index, 0, one);
    return { id: one.id, groups: groups.map((old, at) => (at === beside ? group : old)) };
  }
  const at = place.group ?? groups.length - 1;
  if (at < 0 || at >= groups.length) return { id: one.id, groups: [...groups, [one]] };
  return { id: one.id, groups: groups.map((old, now) => (now === at ? [...old, one] : old)) };
}

/** Let a new group begin at the tile `id`. */
export const split = (groups, id) =>
  groups.flatMap((group) => {
    const at = group.findIndex((one) => one.id === id);
    return at > 0 ? [group.slice(0, at), group.slice(at)] : [group];
  });

/** Join the group of the tile `id` to the one before it. */
export function join(groups, id) {
  const at = groups.findIndex((group) => group.some((one) => one.id === id));
  if (at < 1) return groups;
  return [...groups.slice(0, at - 1), [...groups[at - 1], ...groups[at]], ...groups.slice(at + 1)];
}

/** Move the tile `id` beside `place.id`, or into a group of its own where `place` is empty. */
export function move(groups, id, place) {
  const one = groups.flat().find((other) => other.id === id);
  if (!one || place.id === id) return groups;
  const rest = groups.map((group) => group.filter((other) => other.id !== id));
  if (!place.id) return [...rest, [one]].filter((group) => group.length);
  return rest.map((group) => {
    const at = group.findIndex((other) => other.id === place.id);
    return at < 0 ? group : [...group.slice(0, at + Number(Boolean(place.after))), one, ...group.slice(at + Number(Boolean(place.after)))];
  }).filter((group) => group.length);
}

/** Move the tile `id` one place `along` (-1, 1) its group, or one group `across`. */
export function nudge(groups, id, along, across) {
  const row = groups.findIndex((group) => group.some((one) => one.id === id));
  const at = groups[row].findIndex((one) => one.id === id);
  const beside = across ? null : groups[row][at + along];
  if (beside) return move(groups, id, { id: beside.id, after: along > 0 });
  const next = groups[row + (across || along)];
  if (!next) return across > 0 && groups[row].length > 1 ? move(groups, id, {}) : groups;
  if (across) return move(groups, id, { id: next[Math.min(at, next.length - 1)].id, after: at >= next.length });
  return move(groups, id, along > 0 ? { id: next[0].id } : { id: next.at(-1).id, after: true });
}

/** Take over typed groups; a tile that was there before keeps its place on the photo. */
export function retype(groups, typed) {
  const old = groups.flat();
  const used = new Set();
  const take = (test) => {
    const index = old.findIndex((one, at) => !used.has(at) && test(one, at));
    if (index >= 0) used.add(index);
    return old[index];
  };
  const pairs = typed.map((group) => group.map((tile) => [tile, take((one) => one.tile === tile)]));
  let position = 0;
  return pairs.map((group) => group.map(([tile, found]) => {
    const here = position++;
    const one = found ?? take((_, at) => at === here);
    return one ? { id: one.id, tile, open: found ? one.open : false } : { id: newId(), tile, open: false };
  }));
}
