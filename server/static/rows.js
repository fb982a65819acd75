// The tiles as they lie, large enough to tap and to drag; beneath them the same as text.

import { movable } from "./drag.js";
import { h, icon } from "./dom.js";
import * as edits from "./edits.js";
import { openPad } from "./pad.js";
import { nameOf, parse, tileButton, typed } from "./tiles.js";
import { or, t } from "./words.js";

/** Show a part's heading with undo and redo, its tiles, and its text. */
export function partView(part, { title = true } = {}) {
  return [heading(part, title), tiles(part), hint(part), part.shown.text ? textView(part) : null];
}

function heading(part, title) {
  const tool = (key, symbol, props) => h("button", {
    type: "button", class: "round", "aria-label": part.say(key), title: part.say(key), "data-key": `${key}-${part.key}`, ...props,
  }, icon(symbol));
  return h("div", { class: "part-head" },
    title ? h("h2", {}, part.say(`part.${part.purpose}`), " ", count(part)) : h("p", {}, count(part)),
    tool("pad.add", "plus", { "data-key": `add-${part.key}`, onclick: () => openPad(part, {}) }),
    tool("undo", "undo", { disabled: !part.past.length, onclick: () => part.travel("past") }),
    tool("redo", "redo", { disabled: !part.future.length, onclick: () => part.travel("future") }),
    tool("asText", "text", {
      "data-key": `type-${part.key}`, "aria-pressed": String(part.shown.text), onclick: () => part.show({ text: !part.shown.text }),
    }));
}

const count = (part) => h("small", {}, part.say("tiles", { n: part.tiles.length }));

function hint(part) {
  return part.tiles.length ? h("p", { class: "hint", id: `moving-${part.key}` }, part.say("moving")) : null;
}

function tiles(part) {
  const rows = part.groups.map((group, index) =>
    h("ul", { class: "row", "aria-label": t(`row.${part.melds ? "table" : "rack"}`, { n: index + 1 }) },
      group.map((one) => h("li", {}, tileButton(one.tile, {
        unsure: one.open,
        label: one.open ? t("tile.unsure", { tile: nameOf(one.tile) }) : nameOf(one.tile),
        "data-key": `${part.key}-${one.id}`, "data-id": one.id, "aria-describedby": `moving-${part.key}`,
        onclick: () => openPad(part, { id: one.id }),
      })))));
  if (!rows.length) {
    rows.push(h("div", { class: "row" }, h("button", {
      type: "button", class: "tile is-add", "data-key": `first-${part.key}`, "aria-label": part.say("pad.add"),
      onclick: () => openPad(part, {}),
    }, icon("plus"))));
  }
  return movable(h("div", { class: part.melds ? "felt" : "rack" }, rows), part);
}

// The field is kept while the tiles are the same, with what was typed and where the cursor is.
function textView(part) {
  const { field } = part.shown;
  if (field?.tiles !== part.notation) part.shown.field = { tiles: part.notation, view: fieldView(part) };
  return part.shown.field.view;
}

function fieldView(part) {
  const { key } = part;
  const problem = h("p", { class: "field-problem", id: `problem-${key}`, role: "alert" });
  const input = h("textarea", {
    id: `text-${key}`, rows: 3, spellcheck: "false", autocapitalize: "none", autocomplete: "off",
    "aria-describedby": `help-${key} problem-${key}`, "data-key": `text-${key}`,
    value: part.groups.map((group) => group.map((one) => typed(one.tile)).join(" ")).join(part.melds ? " | " : "\n"),
    onkeydown: (event) => {
      if (event.key !== "Enter" || part.melds || event.shiftKey) return;
      event.preventDefault();
      takeText(part);
    },
  });
  return h("div", { class: "field" },
    h("label", { for: input.id }, part.say("text.label")), input, problem,
    h("p", { class: "hint", id: `help-${key}` }, part.say(`text.help.${part.melds ? "table" : "rack"}`)),
    h("button", { type: "button", class: "button", "data-key": `take-${key}`, onclick: () => takeText(part) }, part.say("text.take")));
}

/** Take over what is typed; returns false, and says why, where it cannot be read. */
export function takeText(part) {
  const view = part.shown.text ? part.shown.field?.view : null;
  const input = view?.querySelector("textarea");
  if (!input) return true;
  const { groups, unknown } = parse(input.value, part.pack);
  view.querySelector(".field-problem").textContent =
    unknown.length ? part.say("text.unknown", { pieces: or(unknown.map((text) => t("quoted", { text }))) }) : "";
  input.setAttribute("aria-invalid", String(unknown.length > 0));
  if (unknown.length) return false;
  const now = part.groups.map((group) => group.map((one) => one.tile));
  if (JSON.stringify(groups) !== JSON.stringify(now)) part.edit(edits.retype(part.groups, groups));
  return true;
}
