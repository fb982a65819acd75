// The pad of colours and numbers, or of suits and ranks: says what a tile is, takes it away, adds one.

import { announce, byId, focusOn, h, icon, show } from "./dom.js";
import * as edits from "./edits.js";
import { cutOut } from "./cutout.js";
import { colourOf, COLOURS, face, indexOf, JOKER, mark, nameOf, NUMBERS, RANKS, signOf, SUITS, tileOf } from "./tiles.js";
import { t } from "./words.js";

const pad = byId("pad");
let part = null; // whose tile it is
let at = null; // { id } while a tile is changed; { place, quad } while one is added
let draft = {}; // { colour, sign } as far as chosen; a joker is { joker: true }

/** Open the pad for the tile `target.id`, or to add one at `target.place` (`target.quad` on the photo). */
export function openPad(whose, target) {
  part = whose;
  at = target;
  draft = at.id ? partsOf(current().tile) : {};
  draw();
  if (pad.open) return;
  // Other questions are asked in the same dialog.
  pad.onclick = (event) => event.target === pad && pad.close();
  pad.onclose = () => focusOn(at.id ? `${part.key}-${at.id}` : `add-${part.key}`);
  pad.showModal();
  pad.focus(); // not the first button, which would look chosen
}

const current = () => part.tiles.find((one) => one.id === at.id);
const cards = () => part.pack === "cards";

function draw() {
  const one = at.id ? current() : null;
  const quad = at.quad ?? part.seen[at.id]?.quad;
  show(pad,
    h("div", { class: "pad-head" },
      quad ? cutOut(part, quad) : null,
      preview(),
      h("h2", { id: "pad-title" }, part.say(one ? "pad.change" : "pad.add")),
      h("button", { type: "button", class: "round", "aria-label": t("close"), "data-key": "pad-close", onclick: () => pad.close() }, icon("close"))),
    h("div", { class: "pad-colours", role: "group", "aria-label": part.say("pad.colour") }, (cards() ? SUITS : COLOURS).map(colourButton)),
    h("div", { class: "pad-numbers", role: "group", "aria-label": part.say("pad.number") },
      (cards() ? RANKS : NUMBERS.map(String)).map(signButton), jokerButton(), removeButton(one)),
    one ? walking(one) : null,
    one ? melding() : null);
}

function preview() {
  const tile = whole();
  return h("span", { class: `tile pad-preview${cards() ? " is-card" : ""}${tile ? "" : " is-empty"}`, "data-colour": tile ? colourOf(tile) : draft.colour, "aria-hidden": "true" },
    tile ? face(tile) : h("span", { class: "tile-number" }, indexOf(draft.sign ?? "?")));
}

function colourButton(colour) {
  return h("button", {
    type: "button", class: "pad-colour", "data-colour": colour, "data-key": `pad-${colour}`,
    "aria-pressed": String(draft.colour === colour),
    onclick: () => choose({ colour, sign: draft.sign }),
  }, mark(colour), h("span", {}, t(`${cards() ? "suit" : "colour"}.${colour}`)));
}

function signButton(sign) {
  return h("button", {
    type: "button", class: "pad-number", "data-colour": draft.colour, "data-key": `pad-${sign}`,
    "aria-pressed": String(draft.sign === sign), "aria-label": cards() && !/\d/.test(sign) ? t(`rank.${sign}`) : null,
    onclick: () => choose({ colour: draft.colour, sign }),
  }, indexOf(sign));
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
    type: "button", class: "pad-number pad-remove", "aria-label": part.say("pad.remove"), "data-key": "pad-remove",
    onclick: () => {
      announce(t("pad.removed", { tile: nameOf(one.tile) }));
      part.edit(edits.remove(part.groups, at.id));
      pad.close();
    },
  }, icon("bin"));
}

function walking(one) {
  const all = part.tiles;
  const index = all.findIndex((other) => other.id === one.id);
  const step = (to, key, symbol) => h("button", {
    type: "button", class: "round", "aria-label": part.say(key), disabled: !to, "data-key": key,
    onclick: () => openPad(part, { id: to.id }),
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
    onclick: () => { part.edit(change(part.groups, at.id)); draw(); },
  }, t(key));
  const [split, join] = part.melds ? ["pad.split", "pad.join"] : ["pad.splitRow", "pad.joinRow"];
  return h("div", { class: "pad-foot" }, act(split, edits.split), act(join, edits.join));
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
    if (current().tile !== tile || current().open) part.edit(edits.set(part.groups, at.id, tile));
    announce(nameOf(tile));
    draw();
    return;
  }
  const added = edits.add(part.groups, tile, at.place);
  part.edit(added.groups, at.quad ? { [added.id]: { quad: at.quad, alternatives: [], added: true } } : {});
  announce(t("pad.added", { tile: nameOf(tile) }));
  if (at.quad) {
    at = { id: added.id };
    pad.close();
    return;
  }
  // Without a photo many are added one after another, mostly of one colour.
  at = { place: { id: added.id, after: true } };
  draft = cards() ? {} : { colour: draft.colour };
  draw();
}

function whole() {
  if (draft.joker) return JOKER;
  return draft.colour && draft.sign ? tileOf(draft.colour, draft.sign) : null;
}

const partsOf = (tile) =>
  (tile === JOKER ? { joker: true } : { colour: colourOf(tile), sign: signOf(tile) });
