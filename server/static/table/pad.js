// The pad of colours and numbers, or of suits and ranks: what a tile is, added or taken away.

import { tp } from "./game.js";
import { byId, focusOn, h, icon, show } from "../dom.js";
import * as edits from "../edits.js";
import { COLOURS, colourOf, face, isCard, JOKER, mark, NUMBERS, RANKS, signOf, SUITS, tileOf } from "../tiles.js";
import { t } from "../words.js";

const pad = byId("pad");
let part = null; // { key, pack, melds, groups, edit }
let at = null; // { id } while a tile is changed; { place, quad } while one is added
let draft = {}; // { colour, sign } as far as chosen

/** Open the pad for the tile `target.id`, or to add one at `target.place`. */
export function openPad(where, target) {
  part = where;
  at = target;
  draft = at.id ? partsOf(current().tile) : {};
  draw();
  if (pad.open) return;
  pad.onclick = (event) => event.target === pad && pad.close();
  pad.onclose = () => focusOn(at?.id ? `${part.key}-${at.id}` : `add-${part.key}`);
  pad.showModal();
  pad.focus();
}

const current = () => part.groups.flat().find((one) => one.id === at.id);
const cards = () => part.pack === "cards";
const partsOf = (tile) => (tile === JOKER ? {} : { colour: colourOf(tile), sign: signOf(tile) });

function draw() {
  const one = at.id ? current() : null;
  show(pad,
    h("div", { class: "pad-head" },
      h("h2", { id: "pad-title" }, tp(one ? "pad.change" : "pad.add")),
      h("button", { type: "button", class: "round", "aria-label": t("close"), "data-key": "pad-close", onclick: () => pad.close() }, icon("close"))),
    h("div", { class: "pad-colours", role: "group", "aria-label": t(cards() ? "pad.suit" : "pad.colour") }, (cards() ? SUITS : COLOURS).map(colourButton)),
    h("div", { class: "pad-numbers", role: "group", "aria-label": t(cards() ? "pad.rank" : "pad.number") },
      (cards() ? RANKS : NUMBERS.map(String)).map(signButton), jokerButton(), one ? removeButton() : null),
    one ? foot() : null);
}

function colourButton(colour) {
  return h("button", {
    type: "button", class: "pad-colour", "data-colour": colour, "data-key": `pad-${colour}`, "aria-pressed": String(draft.colour === colour),
    onclick: () => choose({ ...draft, colour }),
  }, mark(colour), h("span", {}, t(`${cards() ? "suit" : "colour"}.${colour}`)));
}

function signButton(sign) {
  return h("button", {
    type: "button", class: "pad-number", "data-colour": draft.colour, "data-key": `pad-${sign}`, "aria-pressed": String(draft.sign === sign),
    onclick: () => choose({ ...draft, sign }),
  }, sign);
}

const jokerButton = () => h("button", {
  type: "button", class: "pad-number pad-joker", "aria-label": t("joker"), "data-key": "pad-joker", onclick: () => apply(JOKER),
}, face(JOKER));

const removeButton = () => h("button", {
  type: "button", class: "pad-number pad-remove", "aria-label": tp("pad.remove"), "data-key": "pad-remove",
  onclick: () => { part.edit(edits.remove(part.groups, at.id)); pad.close(); },
}, icon("bin"));

function foot() {
  const all = part.groups.flat();
  const index = all.findIndex((one) => one.id === at.id);
  const step = (to, key, symbol) => h("button", {
    type: "button", class: "round", "aria-label": t(key), disabled: !to, "data-key": key, onclick: () => openPad(part, { id: to.id }),
  }, icon(symbol));
  return [
    h("div", { class: "pad-foot" }, step(all[index - 1], "pad.previous", "left"),
      h("button", { type: "button", class: "button is-primary", "data-key": "pad-done", onclick: done }, t(current().open ? "pad.right" : "pad.done")),
      step(all[index + 1], "pad.next", "right")),
    part.melds ? h("div", { class: "pad-foot" }, meld("pad.split", edits.split), meld("pad.join", edits.join)) : null,
  ];
}

const meld = (key, change) => h("button", {
  type: "button", class: "button is-quiet", "data-key": key, onclick: () => { part.edit(change(part.groups, at.id)); draw(); },
}, t(key));

function done() {
  if (current().open) part.edit(edits.set(part.groups, at.id, current().tile));
  pad.close();
}

function choose(next) {
  draft = next;
  if (draft.colour && draft.sign) apply(tileOf(draft.colour, draft.sign));
  else draw();
}

function apply(tile) {
  if (at.id) {
    part.edit(edits.set(part.groups, at.id, tile));
    draft = partsOf(tile);
    draw();
    return;
  }
  const added = edits.add(part.groups, tile, at.place);
  part.edit(added.groups, at.quad ? { [added.id]: at.quad } : {});
  if (at.quad) {
    at = { id: added.id };
    pad.close();
    return;
  }
  // Without a photo many are added one after another, mostly of one colour.
  at = { place: { id: added.id, after: true } };
  draft = isCard(tile) ? {} : { colour: draft.colour };
  draw();
}
