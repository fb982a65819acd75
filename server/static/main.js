// The page: which scene is shown, and what leads from one to the next.

import { answerView, askAgain, prepareAnswer } from "./answer.js";
import { announce, byId, h, show } from "./dom.js";
import { photoView } from "./overlay.js";
import { preparePad } from "./pad.js";
import { restorePhotos } from "./photos.js";
import { questionView } from "./questions.js";
import { job, prepareReading, resume, troubleView, workingView } from "./reading.js";
import { openText, partView } from "./rows.js";
import { settingsView } from "./settings.js";
import { photoButtons, startView } from "./start.js";
import { change, onChange, startTyping, state, tilesOf } from "./store.js";
import { t } from "./words.js";

const RESULT = "#rack";
const main = byId("main");
const bar = byId("bar");

const scene = () => {
  if (job()) return "working";
  return location.hash === RESULT && state.rack.source ? "result" : "start";
};

let shown = null;

function draw() {
  const now = scene();
  const moved = now !== shown;
  shown = now;
  main.className = `is-${now}`;
  document.body.dataset.game = state.game;
  if (now === "working") show(main, workingView());
  else if (now === "start") show(main, startView(), troubleView("rack"));
  else show(main, left(), right());
  drawBar(now);
  if (moved) {
    window.scrollTo(0, 0);
    main.focus({ preventScroll: true });
  }
}

function left() {
  return h("div", { class: "column" },
    h("h1", { class: "unseen" }, t(`start.title.${state.game}`)),
    troubleView("rack"),
    questionView("rack"),
    h("section", { class: "part" }, photoView("rack", draw), partView("rack", draw)));
}

function right() {
  return h("div", { class: "column" }, settingsView(answerView(), draw, type));
}

function drawBar(now) {
  if (now === "working") {
    show(bar);
    return;
  }
  show(bar, photoButtons("rack", { again: now === "result" }),
    now === "start" ? h("button", {
      type: "button", class: "button is-side", "data-key": "type", onclick: () => type("rack"),
    }, t("start.type")) : null);
}

function type(name) {
  if (name === "rack" || !state[name].source) startTyping(name);
  openText(name);
  location.hash = RESULT;
  draw();
  byId(`text-${name}`)?.focus();
}

function prepareGames() {
  for (const choice of document.querySelectorAll("#games input")) {
    choice.checked = choice.value === state.game;
    choice.addEventListener("change", () => change((now) => { now.game = choice.value; }));
  }
}

prepareGames();
preparePad();
prepareAnswer();
prepareReading({
  draw,
  done: (name) => {
    if (location.hash !== RESULT) location.hash = RESULT;
    draw();
    announce(t("read.done", { n: tilesOf(state[name]).length }));
    if (name === "table") byId("part-table")?.scrollIntoView({ block: "start" });
  },
});
onChange(askAgain);
onChange(draw);
window.addEventListener("hashchange", draw);
await restorePhotos(["rack", "table"]);
draw();
askAgain();
resume();
