// The tiles as they lie, large enough to tap; beneath them the same as text.

import { h, icon } from "./dom.js";
import * as edits from "./edits.js";
import { openPad } from "./pad.js";
import { edit, state, tilesOf, travel } from "./store.js";
import { colourOf, JOKER, nameOf, parse, tileButton } from "./tiles.js";
import { or, t } from "./words.js";

const written = new Set(); // parts whose text is open
const fields = {}; // part -> { tiles, view }

/** Show a part's heading with undo and redo, its tiles, and its text. */
export function partView(name, redraw) {
  return [heading(name, redraw), tiles(name), written.has(name) ? text(name, redraw) : null];
}

/** Open a part's text field, for those who would rather type. */
export function openText(name) {
  written.add(name);
}

export const closeText = (name) => written.delete(name);

function heading(name, redraw) {
  const part = state[name];
  const tool = (key, symbol, props) => h("button", {
    type: "button", class: "round", "aria-label": t(key), title: t(key), "data-key": `${key}-${name}`, ...props,
  }, icon(symbol));
  return h("div", { class: "part-head" },
    h("h2", {}, t(`part.${name}`), " ", h("small", {}, t("tiles", { n: tilesOf(part).length }))),
    tool("pad.add", "plus", { onclick: () => openPad(name, {}) }),
    tool("undo", "undo", { disabled: !part.past.length, onclick: () => travel(name, "past") }),
    tool("redo", "redo", { disabled: !part.future.length, onclick: () => travel(name, "future") }),
    tool("asText", "text", {
      "aria-pressed": String(written.has(name)),
      onclick: () => { written[written.has(name) ? "delete" : "add"](name); redraw(); },
    }));
}

function tiles(name) {
  const part = state[name];
  const rows = part.groups.map((group, index) =>
    h("ul", { class: "row", "aria-label": t(`row.${name}`, { n: index + 1 }) },
      group.map((one) => h("li", {}, tileButton(one.tile, {
        unsure: one.open,
        label: one.open ? t("tile.unsure", { tile: nameOf(one.tile) }) : nameOf(one.tile),
        "data-key": `${name}-${one.id}`,
        onclick: () => openPad(name, { id: one.id }),
      })))));
  if (!rows.length) {
    rows.push(h("div", { class: "row" }, h("button", {
      type: "button", class: "tile is-add", "data-key": `first-${name}`, "aria-label": t("pad.add"),
      onclick: () => openPad(name, {}),
    }, icon("plus"))));
  }
  return h("div", { class: name === "table" ? "felt" : "rack" }, rows);
}

// The field is kept while the tiles are the same, with what was typed and where the cursor is.
function text(name, redraw) {
  const part = state[name];
  const now = JSON.stringify(part.groups.map((group) => group.map((one) => one.tile)));
  if (fields[name]?.tiles !== now) fields[name] = { tiles: now, view: field(name, now, redraw) };
  return fields[name].view;
}

function field(name, tiles, redraw) {
  const part = state[name];
  const problem = h("p", { class: "field-problem", id: `problem-${name}`, role: "alert" });
  const input = h("textarea", {
    id: `text-${name}`, rows: 3, spellcheck: "false", autocapitalize: "none", autocomplete: "off",
    "aria-describedby": `help-${name} problem-${name}`, "data-key": `text-${name}`,
    value: part.groups.map((group) => group.map((one) => local(one.tile)).join(" ")).join(name === "table" ? " | " : "\n"),
    onkeydown: (event) => {
      if (event.key === "Enter" && name === "rack" && !event.shiftKey) {
        event.preventDefault();
        take();
      }
    },
  });
  const take = () => {
    const { groups, unknown } = parse(input.value);
    problem.textContent = unknown.length ? t("text.unknown", { pieces: or(unknown.map((piece) => t("quoted", { text: piece }))) }) : "";
    input.setAttribute("aria-invalid", String(unknown.length > 0));
    if (unknown.length) return;
    if (tiles !== JSON.stringify(groups)) edit(name, edits.retype(state[name].groups, groups));
    else redraw();
  };
  return h("div", { class: "field" },
    h("label", { for: input.id }, t("text.label")), input, problem,
    h("p", { class: "hint", id: `help-${name}` }, t(`text.help.${name}`)),
    h("button", { type: "button", class: "button", "data-key": `take-${name}`, onclick: take }, t("text.take")));
}

const local = (tile) => (tile === JOKER ? JOKER : t(`letter.${colourOf(tile)}`).toLowerCase() + tile.slice(1));
