// The answer, as much of it as was asked for, behind a cover; never while a tile is unsure.

import { adviceView, nudgeView, pointView } from "./advice.js";
import { closingView, isBoard, noBoardView } from "./closing.js";
import { cover, coverView } from "./cover.js";
import { byId, h, swap } from "./dom.js";
import { listOf } from "./melds.js";
import { notice } from "./notice.js";
import { house, opened, opening, rack, state, system, table } from "./store.js";
import { isTile, nameOf } from "./tiles.js";
import { and, known, t } from "./words.js";

const PAUSE = 120; // ms: several taps are one question
const RETRY = 4000; // ms

let asked = null; // the question the answer belongs to, as JSON
let answer = null; // { question, reply, throws }
let stale = false;
let timer = null;
let control = null;

/** Ask once more when a phone woke up or found its network again. */
export function prepareAnswer() {
  for (const event of ["online", "focus"]) window.addEventListener(event, () => answer?.offline && askAgain(true));
  cover.onChange(() => { askAgain(); redraw(); });
}

/** Return the question that the page's state asks, or null while there is none to ask. */
export function question() {
  const here = system();
  const { tiles } = rack();
  if (!cover.open || !tiles.length || rack().unsure.length) return null;
  const about = { game: here.id, house: house() };
  const names = tiles.map((one) => one.tile);
  if (here.board) return isBoard(rack()) ? { ask: "close", ...about, ...board(names) } : null;
  if (table().unsure.length) return null;
  const position = { ...about, rack: names.join(" "), table: table().notation, ...(opening() ? { opened: state.opened } : {}) };
  // The full advice says more than a hint where there is nothing to play.
  return state.level === "reveal" ? { ask: "advise", ...position } : { ask: "hint", level: state.level, ...position };
}

function board(names) {
  const rest = [...names];
  const free = rest.includes(state.free) ? state.free : null;
  if (free) rest.splice(rest.indexOf(free), 1);
  const { thrown, multiplier, opponents } = state;
  return { rack: rest.join(" "), ...(free ? { free } : {}), thrown, multiplier, opponents };
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
  timer = setTimeout(() => ask(next), PAUSE);
}

async function ask(next) {
  control = new AbortController();
  const { signal } = control;
  try {
    const reply = await send(next, signal);
    answer = { question: next, reply, throws: null };
    stale = false;
    redraw();
    if (next.ask === "advise" && system().throws && !reply.out && !reply.error) {
      const { ask: _, ...position } = next;
      answer.throws = await send({ ask: "discard", ...position }, signal);
    }
  } catch (problem) {
    if (problem.name === "AbortError") return;
    answer = { offline: true };
    timer = setTimeout(() => askAgain(true), RETRY);
  }
  stale = false;
  redraw();
}

async function send(body, signal) {
  const reply = await fetch("/api/ask", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal,
  });
  return reply.json();
}

// Only the answer: a finger may be on its way to a tile, or someone may be typing.
function redraw() {
  const old = byId("answer");
  if (old) swap(old, answerView());
}

/** Tell whether there is an answer to uncover. */
export const isReady = () => !cover.open && !obstacle();

/** Show the answer, or what is needed before there can be one. */
export function answerView() {
  const blocked = obstacle();
  const shut = !blocked && !cover.open;
  return h("section", {
    class: `card answer${stale && answer ? " is-stale" : ""}${shut ? " is-covered" : ""}`, id: "answer",
    "aria-live": "polite", "aria-busy": String(stale),
  }, blocked ?? [shut ? null : told(), coverView(system().board ? ["close"] : undefined)]);
}

function obstacle() {
  const part = rack();
  if (!part.tiles.length) return waiting(part.say("answer.empty"));
  const open = part.unsure.length + (system().open_table ? table().unsure.length : 0);
  if (open) return waiting(part.say("answer.first", { n: open }));
  return system().board && !isBoard(part) ? noBoardView() : null;
}

function told() {
  if (!answer) return waiting(t("answer.thinking"));
  if (answer.offline) return notice(t("answer.offline"));
  const { reply, throws } = answer;
  if (reply.error) return notice(problem(reply.error));
  if (answer.question.ask === "close") return closingView(reply);
  if (answer.question.level === "nudge") return nudgeView(reply);
  if (answer.question.level === "point") return pointView(reply);
  return adviceView(reply, { opened: opened(), say: (...words) => rack().say(...words), throws });
}

const waiting = (text) => h("p", { class: "hint" }, text);

// The engine names the tiles concerned in notation; people read names.
function problem({ code, text, tiles, faults = [] }) {
  const list = listOf(tiles ?? faults[0]?.tiles).filter(isTile);
  const key = `problem.${code}`;
  return known(key) ? rack().say(key, { tiles: and([...new Set(list)].map(nameOf)) }) : text;
}
