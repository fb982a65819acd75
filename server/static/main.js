// The page: which scene is shown, and what leads from one to the next.

import { answerView, askAgain, isReady, prepareAnswer } from "./answer.js";
import { cover, uncover } from "./cover.js";
import { byId, h, icon, show } from "./dom.js";
import { photoView } from "./overlay.js";
import { restorePhotos } from "./photos.js";
import { questionView } from "./questions.js";
import { rememberView } from "./remember.js";
import { resume, troubleView, workingView } from "./reading.js";
import { partView } from "./rows.js";
import { settingsView } from "./settings.js";
import { startView } from "./start.js";
import { allParts, change, onChange, rack, state, system } from "./store.js";
import { t } from "./words.js";
import { photoButtons } from "./ways.js";

const RESULT = "#rack";
const main = byId("main");
const bar = byId("bar");

const scene = () => {
  if (rack().shown.job) return "working";
  return location.hash === RESULT && rack().source ? "result" : "start";
};

let shown = null;

function draw() {
  const now = scene();
  const moved = now !== shown;
  // A photo that was read leads to its answer.
  if (shown === "working" && moved && rack().source && !rack().shown.trouble) {
    shown = now;
    settleGame();
    if (location.hash !== RESULT) {
      location.hash = RESULT;
      return;
    }
  }
  shown = now;
  main.className = `is-${now}`;
  byId("game-now").textContent = system().name;
  if (now === "working") show(main, workingView(rack()));
  else if (now === "start") show(main, startView(), troubleView(rack()));
  else show(main, left(), right());
  drawBar(now);
  if (location.hash === "#games") byId("games")?.scrollIntoView({ block: "start" });
  else if (moved) {
    window.scrollTo(0, 0);
    main.focus({ preventScroll: true });
  }
}

function left() {
  const part = rack();
  return h("div", { class: "column" },
    h("h1", { class: "unseen" }, t(`start.title.${system().board ? "brett" : "zahlen"}`)),
    troubleView(part),
    questionView(part),
    h("section", { class: "part" }, photoView(part), partView(part), rememberView(part)));
}

const right = () => h("div", { class: "column" }, settingsView(answerView(), type));

function drawBar(now) {
  if (now === "working") {
    show(bar);
    return;
  }
  // The answer lies beneath the tiles; the way to it lies under the thumb.
  const ready = now === "result" && isReady();
  show(bar, ready ? uncoverButton() : null, photoButtons(rack(), { again: now === "result", side: ready }),
    now === "start" ? h("button", {
      type: "button", class: "button is-side", "data-key": "type", onclick: () => type(rack()),
    }, t("start.type")) : null);
}

function uncoverButton() {
  const level = system().board ? "close" : "reveal";
  return h("button", {
    type: "button", class: "button is-primary", "data-key": "uncover",
    onclick: () => {
      uncover(level);
      byId("answer").scrollIntoView({ block: "start" });
    },
  }, icon("check"), t(`mine.${level}`));
}

// Who photographs or types has chosen the game that was offered.
function settleGame() {
  if (!state.game) change((now) => { now.game = system().id; });
}

function type(part) {
  settleGame();
  if (part === rack() || !part.source) part.begin("typed");
  part.show({ text: true });
  location.hash = RESULT;
  draw();
  byId(`text-${part.key}`)?.focus();
}

prepareAnswer();
cover.onChange(() => drawBar(scene()));
onChange(() => askAgain());
onChange(() => draw());
window.addEventListener("hashchange", draw);
await restorePhotos(allParts.map((part) => part.key));
draw();
askAgain();
for (const part of allParts) resume(part);
