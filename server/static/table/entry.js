// Tiles for the table: photographed or typed, corrected, and handed over when they are sure.

import { h, icon, show } from "../dom.js";
import { meldView } from "../melds.js";
import { COLOURS, JOKER, nameOf, parse, tileButton } from "../tiles.js";
import { read, shrink, Trouble } from "../upload.js";
import { known, or, t } from "../words.js";

/**
 * Show how to enter tiles. `options`: `key` (for the test and the keyboard), `pack`, `melds`
 * (bars part melds), `value` (notation so far), `label`, `button`, `auto` (a reading without doubt
 * is taken at once), and
 * `onConfirm({ tiles, groups, seen, blob })`, which may refuse by raising a Problem.
 */
export function tilesEntry(options) {
  const mine = {
    ...options, groups: parse(options.value ?? "").groups, text: options.value ?? "",
    typed: !options.value && options.typed, stage: null, trouble: null, unsure: [], quads: null, size: null, blob: null,
  };
  mine.root = h("div", { class: "entry" });
  draw(mine);
  return mine.root;
}

export const notation = (groups) => groups.map((group) => group.join(" ")).join(" | ");

function draw(mine) {
  show(mine.root, mine.stage ? working(mine) : [
    mine.trouble ? trouble(mine) : null,
    mine.unsure.length ? question(mine) : null,
    mine.groups.length ? preview(mine) : null,
    field(mine),
    buttons(mine),
  ]);
}

const working = (mine) => h("p", { class: "notice", role: "status" }, h("span", { class: "dot is-busy" }), t(`read.${mine.stage}`));

function trouble(mine) {
  const key = known(`trouble.${mine.trouble}`) ? `trouble.${mine.trouble}` : "trouble.internal";
  return h("p", { class: "notice is-problem", role: "alert" }, icon("warn"), h("span", {}, `${t(key)} ${t(`${key}.do`)}`));
}

// No verdict and no score rests on an unsure tile: it is asked about first.
function question(mine) {
  const [first] = mine.unsure;
  return h("section", { class: "card question-small" },
    h("h3", {}, t("ask.one", { tile: nameOf(first.tile) })),
    h("p", { class: "hint" }, t("ask.why", { n: mine.unsure.length })),
    h("div", { class: "choices" }, first.choices.map((tile) => tileButton(tile, {
      "data-key": `choice-${tile}`, label: t("ask.choose", { tile: nameOf(tile) }),
      onclick: () => settle(mine, first, tile),
    }))));
}

function settle(mine, one, tile) {
  mine.unsure = mine.unsure.slice(1);
  mine.groups[one.group][one.place] = tile;
  mine.text = local(mine);
  draw(mine);
}

const preview = (mine) => h("div", { class: `melds${mine.melds ? " felt" : ""}` },
  mine.groups.map((group) => meldView(group)));

function field(mine) {
  if (!mine.typed) return null;
  const id = `text-${mine.key}`;
  return h("div", { class: "field" },
    h("label", { for: id }, t("text.label")),
    h("textarea", {
      id, rows: 2, spellcheck: "false", autocapitalize: "none", autocomplete: "off", "data-key": id, value: mine.text,
      oninput: (event) => { mine.text = event.target.value; },
    }),
    h("p", { class: "hint" }, t(mine.melds ? "text.help.table" : "text.help.rack")));
}

function buttons(mine) {
  const label = t("photo.take.table");
  return h("div", { class: "entry-buttons" },
    h("label", { class: "button" }, icon("camera"), mine.label ?? label,
      h("input", {
        type: "file", accept: "image/*,.heic,.heif", capture: "environment", "aria-label": mine.label ?? label,
        "data-key": `photo-${mine.key}`,
        onchange: (event) => {
          const [file] = event.target.files;
          event.target.value = "";
          if (file) photograph(mine, file);
        },
      })),
    mine.typed ? null : h("button", {
      type: "button", class: "button", "data-key": `type-${mine.key}`,
      onclick: () => { mine.typed = true; draw(mine); document.getElementById(`text-${mine.key}`)?.focus(); },
    }, icon("text"), t("start.type")),
    mine.unsure.length ? null : confirmButton(mine));
}

function confirmButton(mine) {
  if (!mine.typed && !mine.groups.length) return null;
  const button = h("button", {
    type: "button", class: "button is-primary", "data-key": `confirm-${mine.key}`,
    onclick: () => confirm(mine, button),
  }, icon("check"), mine.button);
  return button;
}

async function confirm(mine, button) {
  if (mine.typed) {
    const { groups, unknown } = parse(mine.text);
    if (unknown.length) {
      say(mine, t("text.unknown", { pieces: or(unknown.map((text) => t("quoted", { text }))) }));
      return;
    }
    if (notation(groups) !== notation(mine.groups)) mine.quads = null;
    mine.groups = groups;
  }
  button.disabled = true;
  try {
    await mine.onConfirm({
      tiles: mine.groups.flat().join(" "), groups: notation(mine.groups), blob: mine.blob,
      seen: mine.quads && { size: mine.size, quads: mine.quads },
    });
  } catch (problem) {
    if (!("code" in problem)) throw problem;
    say(mine, problem.code === "offline" ? t("evening.offline") : problem.message);
  } finally {
    button.disabled = false;
  }
}

function say(mine, text) {
  mine.root.querySelector(".field-problem")?.remove();
  mine.root.append(h("p", { class: "field-problem", role: "alert" }, text));
}

async function photograph(mine, file) {
  mine.trouble = null;
  mine.stage = "prepare";
  draw(mine);
  try {
    mine.blob = await shrink(file);
    take(mine, await read(mine.blob, {
      pack: mine.pack, signal: new AbortController().signal,
      onStage: (stage) => { mine.stage = ["upload", "detect", "classify"].includes(stage) ? stage : mine.stage; draw(mine); },
    }));
  } catch (problem) {
    if (!(problem instanceof Trouble)) throw problem;
    mine.trouble = problem.code;
  }
  mine.stage = null;
  draw(mine);
}

function take(mine, reading) {
  const rows = reading.rows.filter((row) => row.length);
  mine.size = [reading.width, reading.height];
  mine.quads = rows.flat().map((sighting) => sighting.quad);
  mine.groups = rows.map((row) => row.map((sighting) => sighting.tile));
  if (mine.melds) mine.groups = reading.melds.map((meld) => meld.split(/\s+/).filter(Boolean));
  mine.unsure = [];
  let at = 0;
  const places = mine.groups.flatMap((group, index) => group.map((_, place) => ({ group: index, place })));
  for (const sighting of rows.flat()) {
    const choices = [...new Set([sighting.tile, ...sighting.alternatives.map(([tile]) => tile)])];
    if (sighting.unsure) mine.unsure.push({ ...places[at], tile: sighting.tile, choices });
    at += 1;
  }
  mine.text = local(mine);
  mine.typed = true;
  if (mine.auto && !mine.unsure.length) confirm(mine, h("button", {}));
}

// As people of this language write it.
const local = (mine) => notation(mine.groups.map((group) => group.map((tile) =>
  (tile === JOKER || !COLOURS.includes(tile[0]) ? tile : t(`letter.${tile[0]}`).toLowerCase() + tile.slice(1)))));
