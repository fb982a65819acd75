// The answer: asked again after every change, and never while a tile is unsure.

import { adviceView } from "./advice.js";
import { closingView, isBoard, noBoardView } from "./closing.js";
import { byId, h, icon, swap } from "./dom.js";
import { listOf } from "./melds.js";
import { notation, openOnes, state, tilesOf } from "./store.js";
import { isTile, nameOf } from "./tiles.js";
import { and, known, t } from "./words.js";

const PAUSE = 120; // ms: several taps are one question
const RETRY = 4000; // ms

let asked = null; // the question the answer belongs to, as JSON
let answer = null;
let stale = false;
let timer = null;
let control = null;

/** Ask once more when a phone woke up or found its network again. */
export function prepareAnswer() {
  for (const event of ["online", "focus"]) window.addEventListener(event, () => answer?.offline && askAgain(true));
}

/** Return the question that the page's state asks, or null while there is none to ask. */
export function question() {
  const { rack, table, game } = state;
  if (!tilesOf(rack).length || openOnes(rack).length) return null;
  const tiles = tilesOf(rack).map((one) => one.tile);
  if (game === "brett") {
    if (!isBoard(rack)) return null;
    const rest = [...tiles];
    if (state.free) rest.splice(rest.indexOf(state.free), 1);
    return {
      ask: "close", game, rack: rest.join(" "), ...(state.free ? { free: state.free } : {}),
      thrown: state.thrown, multiplier: state.multiplier, opponents: state.opponents,
    };
  }
  if (openOnes(table).length) return null;
  return { ask: "advise", game, rack: tiles.join(" "), table: notation(table), opened: state.opened, goal: "tiles" };
}

/** Ask if the question changed. */
export function askAgain(force = false) {
  const next = question();
  const text = next && JSON.stringify(next);
  if (text === asked && force !== true) return;
  asked = text;
  control?.abort();
  clearTimeout(timer);
  if (!next) {
    answer = null;
    redraw();
    return;
  }
  stale = true;
  timer = setTimeout(() => ask(text), PAUSE);
}

async function ask(text) {
  control = new AbortController();
  try {
    const reply = await fetch("/api/ask", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: text, signal: control.signal,
    });
    answer = await reply.json();
  } catch (problem) {
    if (problem.name === "AbortError") return;
    answer = { offline: true };
    timer = setTimeout(() => askAgain(true), RETRY);
  }
  stale = false;
  redraw();
}

// Only the answer: a finger may be on its way to a tile, or someone may be typing.
function redraw() {
  const old = byId("answer");
  if (old) swap(old, answerView());
}

/** Show the answer, or what is needed before there can be one. */
export function answerView() {
  return h("section", { class: `card answer${stale && answer ? " is-stale" : ""}`, id: "answer", "aria-live": "polite", "aria-busy": String(stale) }, content());
}

function content() {
  const { rack, table } = state;
  if (!tilesOf(rack).length) return waiting("answer.empty");
  const open = openOnes(rack).length + (state.game === "zahlen" ? openOnes(table).length : 0);
  if (open) return waiting("answer.first", { n: open });
  if (state.game === "brett" && !isBoard(rack)) return noBoardView();
  if (!answer) return waiting("answer.thinking");
  if (answer.offline) return notice(t("answer.offline"));
  if (answer.error) return notice(problem(answer.error));
  return state.game === "brett" ? closingView(answer) : adviceView(answer);
}

const waiting = (key, values) => h("p", { class: "hint" }, t(key, values));

/** Show a remark that matters. */
export const notice = (text) => h("p", { class: "notice" }, icon("warn"), h("span", {}, text));

// The engine names the tiles concerned in notation; people read names.
function problem({ code, text, tiles, faults = [] }) {
  const list = listOf(tiles ?? faults[0]?.tiles).filter(isTile);
  const key = `problem.${code}`;
  return known(key) ? t(key, { tiles: and([...new Set(list)].map(nameOf)) }) : text;
}
