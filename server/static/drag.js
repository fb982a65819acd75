// Tiles are put elsewhere: dragged with a finger or the mouse, or moved with the arrow keys.

import { announce } from "./dom.js";
import * as edits from "./edits.js";
import { nameOf } from "./tiles.js";
import { t } from "./words.js";

const HOLD = 220; // ms a finger rests before it takes a tile; before that it scrolls
const SLACK = 7; // pixels a mouse moves before it takes a tile
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Let the tiles within `rows` (elements with `data-id`) be put elsewhere. */
export function movable(rows, part) {
  let held = null; // { tile, id, x, y, timer, moving }
  const letGo = () => {
    clearTimeout(held?.timer);
    held?.tile.classList.remove("is-held");
    if (held) held.tile.style.translate = "";
    unmark(rows);
    held = null;
  };
  const lift = () => {
    held.moving = true;
    held.tile.classList.add("is-held");
    held.tile.setPointerCapture?.(held.pointer);
  };
  rows.addEventListener("pointerdown", (event) => {
    const tile = event.target.closest("[data-id]");
    if (!tile || event.button) return;
    held = { tile, id: tile.dataset.id, pointer: event.pointerId, x: event.clientX, y: event.clientY, moving: false };
    if (event.pointerType === "touch") held.timer = setTimeout(lift, HOLD);
  });
  rows.addEventListener("pointermove", (event) => {
    if (!held) return;
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y);
    if (!held.moving && far < SLACK) return;
    if (!held.moving && event.pointerType === "touch") return letGo(); // it scrolls
    if (!held.moving) lift();
    held.tile.style.translate = `${event.clientX - held.x}px ${event.clientY - held.y}px`;
    markPlace(rows, placeAt(rows, event, held.id));
  });
  rows.addEventListener("pointerup", (event) => {
    const place = held?.moving ? placeAt(rows, event, held.id) : null;
    const { id, moving } = held ?? {};
    letGo();
    if (moving) rows.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => rows.removeEventListener("click", swallow, { capture: true }));
    if (place) put(part, edits.move(part.groups, id, place), id);
  });
  rows.addEventListener("pointercancel", letGo);
  rows.addEventListener("touchmove", (event) => held?.moving && event.preventDefault(), { passive: false });
  rows.addEventListener("contextmenu", (event) => held && event.preventDefault());
  rows.addEventListener("keydown", (event) => {
    const id = event.target.closest("[data-id]")?.dataset.id;
    if (!id || !(event.key in ARROWS) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    put(part, edits.nudge(part.groups, id, ...ARROWS[event.key]), id);
  });
  return rows;
}

function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}

function put(part, groups, id) {
  const order = (all) => JSON.stringify(all.map((group) => group.map((one) => one.id)));
  if (order(groups) === order(part.groups)) return;
  part.edit(groups);
  const row = part.groups.findIndex((group) => group.some((one) => one.id === id));
  const at = part.groups[row].findIndex((one) => one.id === id);
  announce(t("moved", { tile: nameOf(part.groups[row][at].tile), row: t(`row.${part.melds ? "table" : "rack"}`, { n: row + 1 }), place: at + 1 }));
}

// Beside the nearest tile; below all of them a new group begins.
function placeAt(rows, { clientX: x, clientY: y }, id) {
  const others = [...rows.querySelectorAll("[data-id]")].filter((tile) => tile.dataset.id !== id)
    .map((tile) => ({ id: tile.dataset.id, box: tile.getBoundingClientRect() }));
  if (!others.length || y > Math.max(...others.map(({ box }) => box.bottom + box.height / 2))) return {};
  const far = ({ box }) => Math.hypot(x - (box.left + box.right) / 2, 1.6 * (y - (box.top + box.bottom) / 2));
  const near = others.reduce((best, one) => (far(one) < far(best) ? one : best));
  return { id: near.id, after: x > (near.box.left + near.box.right) / 2 };
}

function markPlace(rows, place) {
  unmark(rows);
  if (!place.id) rows.classList.add("is-target");
  else rows.querySelector(`[data-id="${CSS.escape(place.id)}"]`)?.classList.add(place.after ? "is-drop-after" : "is-drop-before");
}

function unmark(rows) {
  rows.classList.remove("is-target");
  for (const tile of rows.querySelectorAll(".is-drop-before, .is-drop-after")) tile.classList.remove("is-drop-before", "is-drop-after");
}
