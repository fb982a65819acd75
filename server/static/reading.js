// A photo on its way: kept, made smaller, sent, followed; and what went wrong in words.

import { announce, h, icon } from "./dom.js";
import { keepPhoto, photoOf, photoUrl } from "./photos.js";
import { change, state, takeReading } from "./store.js";
import { read, shrink, Trouble } from "./upload.js";
import { known, t } from "./words.js";

const STAGES = ["prepare", "upload", "detect", "classify"];
// What the server calls its stages -> ours.
const OURS = { queue: "upload", decode: "upload" };

let running = null; // { name, stage, share, ahead, control }
const troubles = {}; // part -> code
let page = { draw() {}, done() {} };

export const prepareReading = (callbacks) => { page = callbacks; };
export const job = () => running;

/** Read the photo of a part ("rack", "table"). */
export async function startReading(name, file) {
  running?.control.abort();
  const mine = { name, stage: "prepare", share: 0, ahead: 0, control: new AbortController() };
  running = mine;
  delete troubles[name];
  page.draw();
  try {
    const blob = await shrink(file);
    await keepPhoto(name, blob);
    change((now) => { now[name].waiting = true; });
    await send(mine, blob);
  } catch (problem) {
    fail(mine, problem);
  }
}

/** Go on with a photo that was kept when the page was reloaded before it was read. */
export async function resume() {
  for (const name of ["rack", "table"]) {
    const blob = state[name].waiting ? await photoOf(name) : null;
    if (blob && !running) startReading(name, blob);
  }
}

async function send(mine, blob) {
  const reading = await read(blob, {
    signal: mine.control.signal,
    onStage(stage, { share = 1, ahead = 0 }) {
      Object.assign(mine, { stage: OURS[stage] ?? stage, share, ahead: stage === "queue" ? ahead + 1 : 0 });
      if (running === mine) progress(mine);
    },
  });
  if (running !== mine) return;
  running = null;
  takeReading(mine.name, reading);
  page.done(mine.name);
}

function fail(mine, problem) {
  if (running !== mine) return;
  running = null;
  const code = problem instanceof Trouble ? problem.code : "internal";
  if (!(problem instanceof Trouble)) console.error(problem);
  change((now) => { now[mine.name].waiting = false; });
  if (code !== "cancelled") {
    troubles[mine.name] = code;
    announce(t(phraseOf(code)));
  }
  page.draw();
}

/** Show the photo and how far its reading is. */
export function workingView() {
  return h("section", { class: "working" },
    h("h1", {}, t(`read.title.${running.name}`)),
    photoUrl(running.name) ? h("div", { class: "working-photo" }, h("img", { src: photoUrl(running.name), alt: "", onerror: (event) => event.target.remove() })) : null,
    h("ol", { class: "stages", id: "stages" }, stages(running)),
    h("button", { type: "button", class: "button", onclick: () => running?.control.abort() }, t("cancel")));
}

function stages(mine) {
  const now = STAGES.indexOf(mine.stage);
  return STAGES.map((stage, index) => h("li", {
    "data-done": index < now ? "" : null, "data-now": index === now ? "" : null, "aria-current": index === now ? "step" : null,
  },
  h("span", { class: "dot" }, index < now ? icon("check") : null),
  h("span", {}, words(mine, stage, index === now))));
}

function words(mine, stage, isNow) {
  if (isNow && mine.ahead) return t("read.queue", { n: mine.ahead });
  if (isNow && stage === "upload" && mine.share < 1) return t("read.uploading", { share: Math.round(mine.share * 100) });
  return t(`read.${stage}`);
}

function progress(mine) {
  const list = document.getElementById("stages");
  if (list) list.replaceChildren(...stages(mine));
  else page.draw();
}

/** Show what went wrong with a part's photo and what to do, or nothing. */
export function troubleView(name) {
  const code = troubles[name];
  if (!code) return null;
  return h("section", { class: "card is-bad", role: "alert" },
    h("h2", {}, t(phraseOf(code))),
    h("p", { class: "hint" }, t(`${phraseOf(code)}.do`)),
    ["server-gone", "server-slow", "busy", "internal"].includes(code)
      ? h("button", {
        type: "button", class: "button", "data-key": `retry-${name}`,
        onclick: async () => {
          const blob = await photoOf(name);
          if (blob) startReading(name, blob);
        },
      }, t("again"))
      : null);
}

const phraseOf = (code) => (known(`trouble.${code}`) ? `trouble.${code}` : "trouble.internal");
