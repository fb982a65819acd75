// The pad of colours and numbers: says what a tile is, takes it away, or adds one.

import { announce, byId, focusOn, h, icon, show } from "./dom.js";
import * as edits from "./edits.js";
import { cutOut } from "./cutout.js";
import { edit, state } from "./store.js";
import { COLOURS, face, JOKER, mark, nameOf, NUMBERS } from "./tiles.js";
import { t } from "./words.js";

const pad = byId("pad");
let at = null; // { name, id } while a tile is changed; { name, place, quad } while one is added
let draft = {}; // { colour, number } as far as chosen; a joker is { joker: true }

/** Open the pad for the tile `id`, or to add one at `place` (and `quad` on the photo). */
export function openPad(name, target) {
  at = { name, ...target };
  draft = at.id ? partsOf(current().tile) : {};
  draw();
  if (!pad.open) {
    pad.showModal();
    pad.focus(); // not the first button, which would look chosen
  }
}

/** Set up closing: the button, Escape, and a tap beside the pad. */
export function preparePad() {
  pad.addEventListener("click", (event) => {
    if (event.target === pad) pad.close();
  });
  pad.addEventListener("close", () => {
    const key = at?.id ? `${at.name}-${at.id}` : `pad.add-${at?.name}`;
    focusOn(key);
    at = null;
  });
}

const part = () => state[at.name];
const current = () => part().groups.flat().find((one) => one.id === at.id);

function draw() {
  const one = at.id ? current() : null;
  const quad = at.quad ?? part().seen[at.id]?.quad;
  show(pad,
    h("div", { class: "pad-head" },
      quad ? cutOut(at.name, quad) : null,
      preview(),
      h("h2", { id: "pad-title" }, t(one ? "pad.change" : "pad.add")),
      h("button", { type: "button", class: "round", "aria-label": t("close"), onclick: () => pad.close() }, icon("close"))),
    h("div", { class: "pad-colours", role: "group", "aria-label": t("pad.colour") }, COLOURS.map(colourButton)),
    h("div", { class: "pad-numbers", role: "group", "aria-label": t("pad.number") },
      NUMBERS.map(numberButton), jokerButton(), removeButton(one)),
    one ? walking(one) : null,
    one && at.name === "table" ? melding() : null);
}

function preview() {
  const tile = whole();
  return h("span", { class: `tile pad-preview${tile ? "" : " is-empty"}`, "data-colour": tile ? tile[0] : draft.colour, "aria-hidden": "true" },
    tile ? face(tile) : h("span", { class: "tile-number" }, draft.number ?? "?"));
}

function colourButton(colour) {
  return h("button", {
    type: "button", class: "pad-colour", "data-colour": colour, "data-key": `pad-${colour}`,
    "aria-pressed": String(draft.colour === colour),
    onclick: () => choose({ colour, number: draft.number }),
  }, mark(colour), h("span", {}, t(`colour.${colour}`)));
}

function numberButton(number) {
  return h("button", {
    type: "button", class: "pad-number", "data-colour": draft.colour, "data-key": `pad-${number}`,
    "aria-pressed": String(draft.number === number),
    onclick: () => choose({ colour: draft.colour, number }),
  }, String(number));
}

function jokerButton() {
  return h("button", {
    type: "button", class: "pad-number pad-joker", "aria-label": t("joker"), "data-key": "pad-joker",
    "aria-pressed": String(Boolean(draft.joker)), onclick: () => choose({ joker: true }),
  }, face(JOKER));
}

function removeButton(one) {
  if (!one) return null;
  return h("button", {
    type: "button", class: "pad-number pad-remove", "aria-label": t("pad.remove"), "data-key": "pad-remove",
    onclick: () => {
      announce(t("pad.removed", { tile: nameOf(one.tile) }));
      edit(at.name, edits.remove(part().groups, at.id));
      pad.close();
    },
  }, icon("bin"));
}

function walking(one) {
  const all = part().groups.flat();
  const index = all.findIndex((other) => other.id === one.id);
  const step = (to, key, symbol) => h("button", {
    type: "button", class: "round", "aria-label": t(key), disabled: !to, "data-key": key,
    onclick: () => openPad(at.name, { id: to.id }),
  }, icon(symbol));
  return h("div", { class: "pad-foot" },
    step(all[index - 1], "pad.previous", "left"),
    h("button", { type: "button", class: "button is-primary", "data-key": "pad-done", onclick: done },
      t(one.open ? "pad.right" : "pad.done")),
    step(all[index + 1], "pad.next", "right"));
}

function melding() {
  const act = (key, change) => h("button", {
    type: "button", class: "button is-quiet", "data-key": key,
    onclick: () => { edit(at.name, change(part().groups, at.id)); draw(); },
  }, t(key));
  return h("div", { class: "pad-foot" }, act("pad.split", edits.split), act("pad.join", edits.join));
}

function done() {
  if (at.id && current().open) apply(current().tile);
  pad.close();
}

function choose(next) {
  draft = next;
  if (whole()) apply(whole());
  else draw();
}

function apply(tile) {
  if (at.id) {
    if (current().tile !== tile || current().open) edit(at.name, edits.set(part().groups, at.id, tile));
    announce(nameOf(tile));
    draw();
    return;
  }
  const added = edits.add(part().groups, tile, at.place);
  edit(at.name, added.groups, at.quad ? { [added.id]: { quad: at.quad, alternatives: [], added: true } } : {});
  announce(t("pad.added", { tile: nameOf(tile) }));
  if (at.quad) {
    at = { name: at.name, id: added.id };
    pad.close();
    return;
  }
  // Without a photo many are added one after another, mostly of one colour.
  at = { name: at.name, place: { id: added.id, after: true } };
  draft = { colour: draft.colour };
  draw();
}

function whole() {
  if (draft.joker) return JOKER;
  return draft.colour && draft.number ? `${draft.colour}${draft.number}` : null;
}

const partsOf = (tile) =>
  (tile === JOKER ? { joker: true } : { colour: tile[0], number: Number(tile.slice(1)) });
