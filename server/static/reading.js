// A photo on its way: kept, made smaller, sent, followed; and what went wrong in words.

import { announce, h, icon } from "./dom.js";
import { ours, setView } from "./ours.js";
import { keepPhoto, photoOf, photoUrl } from "./photos.js";
import { read, shrink, Trouble } from "./upload.js";
import { known, t } from "./words.js";

const STAGES = ["prepare", "upload", "detect", "classify"];
// What the server calls its stages -> ours.
const OURS = { queue: "upload", decode: "upload" };
const MAY_PASS = ["server-gone", "server-slow", "busy", "internal"]; // trying again may help

/** Read a photo into a part. `shown.job` tells how far it is: { stage, share, ahead, control }. */
export async function startReading(part, file) {
  part.shown.job?.control.abort();
  const job = { stage: "prepare", share: 0, ahead: 0, control: new AbortController() };
  part.show({ job, trouble: null });
  try {
    const blob = await shrink(file);
    await keepPhoto(part.key, blob);
    if (part.shown.job !== job) return;
    part.waiting = true;
    part.changed();
    await send(part, job, blob);
  } catch (problem) {
    fail(part, job, problem);
  }
}

/** Go on with a photo that was kept when the page was reloaded before it was read. */
export async function resume(part) {
  const blob = part.waiting ? await photoOf(part.key) : null;
  if (blob && !part.shown.job) await startReading(part, blob);
}

async function send(part, job, blob) {
  const reading = await read(blob, {
    pack: part.pack, copies: part.copies, signal: job.control.signal, set: ours(part.pack)?.id, lesson: part.purpose === "set",
    onStage(stage, { share = 1, ahead = 0 }) {
      Object.assign(job, { stage: OURS[stage] ?? stage, share, ahead: stage === "queue" ? ahead + 1 : 0 });
      if (part.shown.job === job) progress(part);
    },
  });
  if (part.shown.job !== job) return;
  part.shown.job = null;
  part.take(reading);
  announce(part.say("read.done", { n: part.tiles.length }));
}

function fail(part, job, problem) {
  if (part.shown.job !== job) return;
  const code = problem instanceof Trouble ? problem.code : "internal";
  if (!(problem instanceof Trouble)) console.error(problem);
  part.waiting = false;
  Object.assign(part.shown, { job: null, trouble: code === "cancelled" ? null : code });
  if (code !== "cancelled") announce(t(phraseOf(code)));
  part.changed();
}

/** Show the photo and how far its reading is. */
export function workingView(part, heading = "h1") {
  const url = photoUrl(part.key);
  return h("section", { class: "working" },
    h(heading, {}, part.say(`read.title.${part.purpose}`)),
    url ? h("div", { class: "working-photo" }, h("img", { src: url, alt: "", onerror: (event) => event.target.remove() })) : null,
    h("ol", { class: "stages", id: `stages-${part.key}` }, stages(part)),
    h("button", { type: "button", class: "button", onclick: () => part.shown.job?.control.abort() }, t("cancel")));
}

function stages(part) {
  const { job } = part.shown;
  const now = STAGES.indexOf(job.stage);
  return STAGES.map((stage, index) => h("li", {
    "data-done": index < now ? "" : null, "data-now": index === now ? "" : null, "aria-current": index === now ? "step" : null,
  },
  h("span", { class: "dot" }, index < now ? icon("check") : null),
  h("span", {}, words(part, stage, index === now))));
}

function words(part, stage, isNow) {
  const { ahead, share } = part.shown.job;
  if (isNow && ahead) return t("read.queue", { n: ahead });
  if (isNow && stage === "upload" && share < 1) return t("read.uploading", { share: Math.round(share * 100) });
  return part.say(`read.${stage}`);
}

function progress(part) {
  const list = document.getElementById(`stages-${part.key}`);
  if (list) list.replaceChildren(...stages(part));
  else part.tell();
}

/** Show what went wrong with a part's photo and what to do, or nothing. */
export function troubleView(part) {
  const code = part.shown.trouble;
  if (!code) return setView(part);
  return h("section", { class: "card is-bad", role: "alert" },
    h("h2", {}, t(phraseOf(code))),
    h("p", { class: "hint" }, t(`${phraseOf(code)}.do`)),
    MAY_PASS.includes(code) ? h("button", {
      type: "button", class: "button", "data-key": `retry-${part.key}`,
      onclick: async () => {
        const blob = await photoOf(part.key);
        if (blob) startReading(part, blob);
      },
    }, t("again")) : null);
}

const phraseOf = (code) => (known(`trouble.${code}`) ? `trouble.${code}` : "trouble.internal");
