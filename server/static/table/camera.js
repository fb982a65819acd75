// The camera of the house: its picture with the readings on it, and what to do with them.

import { call, code } from "./api.js";
import { game, onChange, follow } from "./game.js";
import { announce, byId, h, icon, show } from "../dom.js";
import { Part } from "../parts.js";
import { keepPhoto } from "../photos.js";
import { known, t } from "../words.js";

const PAUSE = 1000; // ms before asking again after a failure
const path = `/api/games/${code}/camera`;
const main = byId("main");
const picture = h("img", { class: "camera-picture", alt: t("camera.picture"), hidden: true });
const hint = h("p", { class: "notice", "data-key": "camera-hint" });
const actions = h("div", { class: "entry-buttons" });
const ended = h("p", { class: "notice is-good", hidden: true, role: "status" });
let seen = { number: -1, stable: false, tiles: [] };
let problem = null;
let stopped = false;

const say = (wording, values) => {
  const packed = `${wording}.${game.now?.system.pack}`;
  return t(known(packed) ? packed : wording, values);
};

function draw() {
  const mood = seen.stable ? "is-good" : "";
  hint.className = `notice ${problem ? "is-problem" : mood}`;
  const words = problem ?? sentence();
  if (hint.textContent !== words) {
    show(hint, icon(problem ? "warn" : seen.stable ? "check" : "camera"), h("span", {}, words));
    if (seen.stable) announce(words);
  }
  drawEnded();
  show(actions, seen.stable && game.now ? buttons() : null);
}

function sentence() {
  if (!seen.hint || seen.state === "black") return t(`camera.state.${(seen.state ?? "connecting").replace(" ", "-")}`);
  const count = seen.tiles.flat().length;
  const words = say(`camera.hint.${seen.hint.replace(" ", "-")}`);
  return seen.stable ? `${words} ${say("camera.sees", { n: count })}` : words;
}

// A turn has ended on the table: its check is offered, with the table as it was before.
function drawEnded() {
  const { turn } = seen;
  ended.hidden = !turn || !game.now?.system.rearrange;
  if (ended.hidden || ended.dataset.turn === `${turn.number}`) return;
  ended.dataset.turn = turn.number;
  ended.className = `notice ${turn.valid ? "is-good" : "is-problem"}`;
  const words = t(turn.valid ? "camera.ended.legal" : "camera.ended.doubtful");
  show(ended, icon(turn.valid ? "check" : "warn"), h("span", {}, words));
  announce(words);
}

function buttons() {
  const rounds = game.now.book.rounds.length;
  const open = game.now.system.open_table;
  return [
    take("rack", say("camera.rack"), "rack", "", "mine"),
    open ? take("table", t("camera.table"), "table", "", "mine") : null,
    open ? take("turn", t("camera.turn"), "after", rounds, "turn") : null,
  ];
}

function take(name, label, key, round, scene) {
  return h("button", {
    type: "button", class: `button${name === "rack" ? " is-primary" : ""}`, "data-key": `camera-${name}`,
    onclick: (event) => hand(event.currentTarget, key, round, scene),
  }, label);
}

async function hand(button, key, round, scene) {
  button.setAttribute("aria-busy", "true");
  try {
    const { reading, photo } = await call("GET", `${path}/taken`);
    const { pack, copies } = game.now.system;
    const part = new Part(`${key}-${code}-${round}`, { purpose: key === "rack" ? "rack" : "table", pack, copies });
    const bytes = Uint8Array.from(atob(photo), (letter) => letter.charCodeAt(0));
    await keepPhoto(part.key, new Blob([bytes], { type: "image/jpeg" }));
    part.take(reading);
    if (scene === "turn" && seen.turn) sessionStorage.setItem(`meldcam.before.${code}`, seen.turn.before);
    location.href = `/games/${code}#${scene}`;
  } catch (refusal) {
    problem = refusal.message || t("evening.offline");
    draw();
    button.removeAttribute("aria-busy");
  }
}

async function ask() {
  while (!stopped) {
    if (document.hidden) {
      // Nobody looks: the camera rests.
      picture.removeAttribute("src");
      picture.hidden = true;
      await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
      continue;
    }
    try {
      seen = await call("GET", `${path}?after=${seen.number ?? -1}`);
      problem = null;
      if (seen.hint && picture.hidden) {
        picture.src = `${path}/picture?${Date.now()}`;
        picture.hidden = false;
      }
    } catch (refusal) {
      problem = refusal.code === "offline" ? t("evening.offline") : refusal.message;
      stopped = refusal.code === "no-camera" || refusal.code === "not-in-game";
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    draw();
  }
}

show(main, h("div", { class: "column" }, h("h1", {}, t("camera.title")), picture, hint, ended, actions,
  h("p", {}, h("a", { class: "button is-quiet", href: `/games/${code}` }, icon("left"), t("evening.back")))));
window.addEventListener("pagehide", () => { stopped = true; });
onChange(draw);
follow();
draw();
ask();
