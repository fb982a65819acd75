// The phone's own camera: its picture is read as it moves, and a good moment is taken by itself.

import { h, icon, show, svg } from "./dom.js";
import { keepPhoto } from "./photos.js";
import { call } from "./table/api.js";
import { t } from "./words.js";

const WIDTH = 1280; // pixels that are sent
const QUALITY = 0.8;
const PAUSE = 120; // ms between two frames at least; the next is sent when the last was answered
const AGAIN = 700; // ms before trying again

/** Whether this browser lets a page use the camera: only over https does it. */
export const canLive = () => Boolean(window.isSecureContext && navigator.mediaDevices?.getUserMedia);

/** Show the button that switches the camera on, or nothing. */
export function liveButton(part, quiet) {
  if (!canLive() || part.purpose === "set") return null;
  return h("button", {
    type: "button", class: quiet ? "button" : "button is-side is-icon", "aria-label": t("live.start"), title: t("live.start"),
    "data-key": `live-${part.key}`, onclick: () => openLive(part),
  }, icon("screen"), quiet ? t("live.start") : null);
}

async function openLive(part) {
  const video = h("video", { class: "live-video", playsinline: true, muted: true, autoplay: true });
  const drawing = svg("svg", { class: "live-drawing", "aria-hidden": "true" });
  const hint = h("p", { class: "notice", role: "status", "data-key": "live-hint" }, t("live.starting"));
  const box = h("dialog", { class: "live", "aria-label": t("live.start") },
    h("div", { class: "live-stage" }, video, drawing), hint,
    h("button", { type: "button", class: "button", "data-key": "live-close", onclick: () => box.close() }, icon("close"), t("live.stop")));
  const here = { part, video, drawing, hint, box, stream: null, name: crypto.randomUUID(), open: true };
  box.addEventListener("close", () => {
    here.open = false;
    for (const track of here.stream?.getTracks() ?? []) track.stop();
    box.remove();
  });
  document.body.append(box);
  box.showModal();
  try {
    here.stream = await navigator.mediaDevices.getUserMedia({
      audio: false, video: { facingMode: "environment", width: { ideal: WIDTH }, height: { ideal: 720 } },
    });
  } catch (refusal) {
    say(here, t(refusal.name === "NotAllowedError" ? "live.forbidden" : "live.none"), "is-problem");
    return;
  }
  if (!here.open) {
    for (const track of here.stream.getTracks()) track.stop();
    return;
  }
  video.srcObject = here.stream;
  await video.play().catch(() => {});
  await watch(here);
}

async function watch(here) {
  while (here.open) {
    const start = performance.now();
    if (document.hidden || !here.video.videoWidth) {
      await pause(AGAIN);
      continue;
    }
    const blob = await frameOf(here.video);
    try {
      const { pack, copies } = here.part;
      const seen = await call("POST", `/api/live/${here.name}?pack=${pack}&copies=${copies}`, blob);
      if (!here.open) return;
      draw(here, seen);
      if (seen.hint === "got it") {
        await take(here, seen.reading, blob);
        return;
      }
      await pause(PAUSE - (performance.now() - start));
    } catch (problem) {
      if (!("code" in problem)) throw problem;
      say(here, problem.message || t("answer.offline"), "is-problem");
      await pause(AGAIN);
    }
  }
}

async function take({ part, box }, reading, blob) {
  navigator.vibrate?.(60);
  await keepPhoto(part.key, blob);
  box.close();
  // For the page it is a photo that has just been read, and it goes on from there.
  part.show({ job: { stage: "classify", share: 1, ahead: 0, control: new AbortController() }, trouble: null });
  part.shown.job = null;
  part.take(reading);
}

function draw(here, { hint, reading }) {
  const name = hint.replace(" ", "-");
  const packed = hint === "nothing" && here.part.pack === "cards" ? ".cards" : "";
  say(here, t(`camera.hint.${name}${packed}`), hint === "got it" ? "is-good" : "");
  if (!reading) return;
  here.drawing.setAttribute("viewBox", `0 0 ${reading.width} ${reading.height}`);
  show(here.drawing, reading.rows.flat().map(({ quad, unsure }) => svg("polygon", {
    class: `outline${unsure ? " is-unsure" : ""}`, points: quad.map((corner) => corner.join(",")).join(" "), "vector-effect": "non-scaling-stroke",
  })));
}

function say({ hint }, words, mood) {
  hint.className = `notice ${mood}`;
  if (hint.textContent !== words) hint.textContent = words;
}

function frameOf(video) {
  const scale = Math.min(1, WIDTH / Math.max(video.videoWidth, video.videoHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
