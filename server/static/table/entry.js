// Tiles for the table: photographed or typed, corrected, and handed over when they are sure.

import { tp } from "./game.js";
import { h, icon, show } from "../dom.js";
import * as edits from "../edits.js";
import { dropDraft, keepDraft, keepDraftPhoto, restoreDraft } from "./draft.js";
import { openPad } from "./pad.js";
import { photoView } from "./photo.js";
import { listOf } from "../melds.js";
import { isTile, nameOf, parse, tileButton, typed } from "../tiles.js";
import { read, shrink, Trouble } from "../upload.js";
import { known, or, t } from "../words.js";

const STEPS_KEPT = 40;
const MOST_CHOICES = 4;

/**
 * Show how to enter tiles. `options`: `key` (for the test and the keyboard), `pack`, `melds`
 * (they are parted into melds), `value` (notation so far), `label`, `button`, `auto` (a reading
 * without doubt is taken at once), `round` (what is entered belongs to it), and `onConfirm({ tiles, groups, seen, blob })`, which may
 * refuse by raising a Problem.
 */
export function tilesEntry(options) {
  const part = {
    ...options, groups: [], quads: {}, choices: {}, past: [], future: [],
    writing: false, stage: null, trouble: null, size: null, blob: null, url: null,
    root: h("div", { class: "entry" }),
  };
  part.groups = fromNotation(options.value ?? "");
  part.draft = `${options.key}.${options.round ?? ""}`;
  restoreDraft(part, (blob) => {
    Object.assign(part, { blob, url: URL.createObjectURL(blob) });
    draw(part);
  });
  part.edit = (groups, quads = {}) => {
    part.past = [...part.past, part.groups].slice(-STEPS_KEPT);
    part.future = [];
    part.groups = groups.filter((group) => group.length);
    Object.assign(part.quads, quads);
    draw(part);
  };
  draw(part);
  return part.root;
}

// Not a count: what is brought back after a reload has its own already.
let newest = Date.now();
const fromNotation = (text) => text.split("|").map((meld) => listOf(meld.trim()).map(one)).filter((group) => group.length);
const one = (tile) => ({ id: `e${newest++}`, tile, open: false });

/** Write groups of tiles in notation. */
export const notation = (groups) => groups.map((group) => group.join(" ")).join(" | ");
const written = (part) => notation(part.groups.map((group) => group.map(({ tile }) => tile)));
const unsure = (part) => part.groups.flat().filter(({ open }) => open);

function draw(part) {
  if (part.past.length || part.writing || part.size) keepDraft(part);
  show(part.root, part.stage ? working(part) : [
    part.trouble ? trouble(part) : null,
    unsure(part).length ? question(part) : null,
    part.url && part.groups.length ? photoView(part) : null,
    part.groups.length ? [tools(part), tiles(part)] : null,
    part.writing ? field(part) : null,
    buttons(part),
  ]);
}

const working = (part) => h("p", { class: "notice", role: "status" }, h("span", { class: "dot is-busy" }), t(`read.${part.stage}`));

function trouble(part) {
  const key = known(`trouble.${part.trouble}`) ? `trouble.${part.trouble}` : "trouble.internal";
  return h("p", { class: "notice is-problem", role: "alert" }, icon("warn"), h("span", {}, `${t(key)} ${t(`${key}.do`)}`));
}

// No verdict and no score rests on an unsure tile: it is asked about first.
function question(part) {
  const open = unsure(part);
  const [first] = open;
  const choices = [...new Set([first.tile, ...(part.choices[first.id] ?? [])])].filter(isTile).slice(0, MOST_CHOICES);
  return h("section", { class: "card question-small" },
    h("h3", {}, t("ask.one", { tile: nameOf(first.tile) })),
    h("p", { class: "hint" }, tp("ask.why", { n: open.length })),
    h("div", { class: "choices" }, choices.map((tile) => tileButton(tile, {
      "data-key": `choice-${tile}`, label: t("ask.choose", { tile: nameOf(tile) }),
      onclick: () => part.edit(edits.set(part.groups, first.id, tile)),
    }))),
    h("div", { class: "entry-buttons" },
      h("button", { type: "button", class: "button is-quiet", "data-key": "ask-other", onclick: () => openPad(part, { id: first.id }) }, tp("ask.other")),
      h("button", { type: "button", class: "button is-quiet", "data-key": "ask-none", onclick: () => part.edit(edits.remove(part.groups, first.id)) }, tp("ask.none"))));
}

function tools(part) {
  const tool = (key, symbol, props) => h("button", { type: "button", class: "round", "aria-label": t(key), title: t(key), "data-key": `${key}-${part.key}`, ...props }, icon(symbol));
  const travel = (from, to) => () => {
    const groups = part[from].at(-1);
    part[from] = part[from].slice(0, -1);
    part[to] = [...part[to], part.groups];
    part.groups = groups;
    draw(part);
  };
  return h("div", { class: "part-head" },
    h("p", { class: "hint" }, tp("entry.wrong")),
    tool("pad.add", "plus", { "aria-label": tp("pad.add"), title: tp("pad.add"), "data-key": `add-${part.key}`, onclick: () => openPad(part, {}) }),
    tool("undo", "undo", { disabled: !part.past.length, onclick: travel("past", "future") }),
    tool("redo", "redo", { disabled: !part.future.length, onclick: travel("future", "past") }));
}

const tiles = (part) => h("div", { class: part.melds ? "felt" : "rack" }, part.groups.map((group, at) =>
  h("ul", { class: "row", "aria-label": t(`row.${part.melds ? "table" : "rack"}`, { n: at + 1 }) }, group.map(({ id, tile, open }) =>
    h("li", {}, tileButton(tile, {
      unsure: open, label: open ? t("tile.unsure", { tile: nameOf(tile) }) : nameOf(tile), "data-key": `${part.key}-${id}`,
      onclick: () => openPad(part, { id }),
    }))))));

function field(part) {
  const id = `text-${part.key}`;
  const help = `text.help.${part.melds ? "table" : "rack"}`;
  part.text ??= notation(part.groups.map((group) => group.map(({ tile }) => typed(tile))));
  return h("div", { class: "field" },
    h("label", { for: id }, tp("text.label")),
    h("textarea", {
      id, rows: 2, spellcheck: "false", autocapitalize: "none", autocomplete: "off", "data-key": id, value: part.text,
      oninput: (event) => {
        part.text = event.target.value;
        keepDraft(part);
      },
    }),
    h("p", { class: "hint" }, tp(help)));
}

function buttons(part) {
  const label = part.label;
  return h("div", { class: "entry-buttons" },
    h("label", { class: "button" }, icon("camera"), label,
      h("input", {
        type: "file", accept: "image/*,.heic,.heif", capture: "environment", "aria-label": label, "data-key": `photo-${part.key}`,
        onchange: (event) => {
          const [file] = event.target.files;
          event.target.value = "";
          if (file) photograph(part, file);
        },
      })),
    part.writing ? null : h("button", {
      type: "button", class: "button", "data-key": `type-${part.key}`,
      onclick: () => { part.writing = true; draw(part); document.getElementById(`text-${part.key}`)?.focus(); },
    }, icon("text"), t("start.type")),
    part.writing || part.groups.length ? null : h("button", {
      type: "button", class: "button", "data-key": `add-${part.key}`, onclick: () => openPad(part, {}),
    }, icon("plus"), tp("pad.add")),
    unsure(part).length || (!part.writing && !part.groups.length) ? null : confirmButton(part));
}

function confirmButton(part) {
  const button = h("button", {
    type: "button", class: "button is-primary", "data-key": `confirm-${part.key}`, onclick: () => confirm(part, button),
  }, icon("check"), part.button);
  return button;
}

async function confirm(part, button) {
  if (part.writing && !takeText(part)) return;
  button.disabled = true;
  const all = part.groups.flat();
  try {
    await part.onConfirm({
      tiles: all.map(({ tile }) => tile).join(" "), groups: written(part), blob: part.blob,
      seen: part.size && { size: part.size, quads: all.map(({ id }) => part.quads[id] ?? null) },
    });
    dropDraft(part);
  } catch (problem) {
    if (!("code" in problem)) throw problem;
    say(part, problem.code === "offline" ? t("evening.offline") : problem.message);
  } finally {
    button.disabled = false;
  }
}

// What is typed counts; a tile that was there before keeps its place on the photo.
function takeText(part) {
  const { groups, unknown } = parse(part.text, part.pack);
  if (unknown.length) {
    say(part, tp("text.unknown", { pieces: or(unknown.map((text) => t("quoted", { text }))) }));
    return false;
  }
  if (notation(groups) !== written(part)) part.groups = edits.retype(part.groups, groups);
  return true;
}

function say(part, text) {
  part.root.querySelector(".field-problem")?.remove();
  part.root.append(h("p", { class: "field-problem", role: "alert" }, text));
}

async function photograph(part, file) {
  part.trouble = null;
  part.stage = "prepare";
  draw(part);
  try {
    const blob = await shrink(file);
    const reading = await read(blob, {
      pack: part.pack, signal: new AbortController().signal,
      onStage: (stage) => {
        if (!known(`read.${stage}`) || stage === "queue") return;
        part.stage = stage;
        draw(part);
      },
    });
    take(part, reading, blob);
  } catch (problem) {
    if (!(problem instanceof Trouble)) throw problem;
    part.trouble = problem.code;
  }
  part.stage = null;
  draw(part);
}

function take(part, reading, blob) {
  if (part.url) URL.revokeObjectURL(part.url);
  Object.assign(part, { blob, url: URL.createObjectURL(blob), size: [reading.width, reading.height], quads: {}, choices: {}, past: [], future: [], writing: false, text: undefined });
  const rows = reading.rows.map((row) => row.map((sighting) => {
    const made = { ...one(sighting.tile), open: sighting.unsure };
    part.quads[made.id] = sighting.quad;
    part.choices[made.id] = sighting.alternatives.map(([tile]) => tile);
    return made;
  }));
  keepDraftPhoto(part);
  part.groups = (part.melds ? cut(rows.flat(), reading.melds) : rows).filter((row) => row.length);
  if (part.auto && !unsure(part).length) confirm(part, h("button", {}));
}

// A reading names its melds in notation, in the order of its rows.
function cut(all, melds) {
  let start = 0;
  return melds.map((meld) => {
    const { length } = listOf(meld);
    start += length;
    return all.slice(start - length, start);
  });
}
