// The game as the server tells it, kept up to date while the page is open.

import { call, code, taking, Problem } from "./api.js";
import { useSet } from "../ours.js";
import { known, t } from "../words.js";

const path = `/api/games/${code}`;
const SILENCE = 25_000; // ms: a stream that says nothing for longer is dead
const AGAIN = 2_000; // ms

const listeners = new Set();
let stream = null;
let heard = 0;
let asking = null;
let again = false; // something changed while the question was on its way

/** `now` is the game as the server told it last; `online` whether the server answers. */
export const game = { now: null, online: true, gone: null };

/** Call `listener` after every change. */
export function onChange(listener) {
  listeners.add(listener);
}

/** Come to the game, and follow it from then on. */
export async function follow() {
  setInterval(watch, 5_000);
  // A phone that slept, or came back to its network, has missed something.
  document.addEventListener("visibilitychange", () => document.hidden || wake());
  for (const event of ["online", "focus", "pageshow"]) window.addEventListener(event, wake);
  await enter();
}

/** Change the game; the answer is the game as it is then. */
export async function act(method, tail, body) {
  const told = await call(method, path + tail, body);
  if (told?.version) take(told);
  else refresh();
  return told;
}

export const ask = (tail) => call("GET", path + tail);
export const pathOf = (tail) => path + tail;

/** Ask for the game as it is now; several wishes at once are one question, and one more after it. */
export function refresh() {
  // The answer that is on its way may be older than what is asked for now.
  again = asking !== null;
  asking ??= look().finally(() => {
    asking = null;
    if (again) refresh();
  });
  return asking;
}

/** The player of this device, or undefined. */
export const me = () => game.now?.players.find((player) => player.seat === game.now.me);
/** A wording that speaks of cards where cards are played. */
export function tp(key, values) {
  const packed = `${key}.${game.now.system.pack}`;
  return t(known(packed) ? packed : key, values);
}
export const nameAt = (seat) => game.now.players[seat]?.name ?? "?";

async function enter() {
  try {
    if (!taking) await call("POST", `${path}/enter`);
    await look();
  } catch (problem) {
    fail(problem);
    return;
  }
  listen();
}

async function look() {
  try {
    take(await call("GET", path));
  } catch (problem) {
    fail(problem);
  }
}

function fail(problem) {
  if (!(problem instanceof Problem)) throw problem;
  if ([403, 404, 429].includes(problem.status)) {
    // Who took part a moment ago and does no longer has lost the game to somebody's deletion.
    game.gone = game.now && problem.code === "not-in-game" ? t("evening.deleted") : problem.message;
    stream?.close();
  }
  else game.online = false;
  tell();
}

function take(told) {
  const old = game.now?.version ?? 0;
  const was = game.online;
  game.online = true;
  // An answer that was overtaken by a newer one is no news.
  if (told.version >= old || told.code !== game.now.code) game.now = told;
  useSet(game.now.set && { ...game.now.set, pack: game.now.system.pack });
  if (told.version !== old || !was) tell();
}

function tell() {
  for (const listener of listeners) listener();
}

function listen() {
  stream?.close();
  heard = Date.now();
  stream = new EventSource(`${path}/events`);
  // A beat tells the version too: what was missed is made up for.
  for (const kind of ["change", "beat"]) {
    stream.addEventListener(kind, (event) => {
      heard = Date.now();
      if (Number(event.data) > (game.now?.version ?? 0) || !game.online) refresh();
    });
  }
  stream.addEventListener("error", () => refresh());
}

// The browser gives up a stream that was refused; and one that died silently it does not notice.
function watch() {
  if (game.gone) return;
  if (!stream) {
    if (!game.now) enter();
    return;
  }
  if (stream.readyState === EventSource.CLOSED || Date.now() - heard > SILENCE) {
    listen();
    setTimeout(refresh, AGAIN / 10);
  } else if (!game.online) {
    refresh();
  }
}

function wake() {
  if (game.gone || document.hidden) return;
  if (stream && Date.now() - heard > 12_000) listen();
  if (game.now) refresh();
}
