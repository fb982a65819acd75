// What to play: the verdict, the melds or the steps, and what stays on the rack.

import { notice } from "./answer.js";
import { h, icon } from "./dom.js";
import { listOf, meldView } from "./melds.js";
import { state } from "./store.js";
import { nameOf } from "./tiles.js";
import { and, t } from "./words.js";

const OPENING = 30; // points, in the system `zahlen`

/** Show an answer to `advise`. */
export function adviceView(answer) {
  if (!answer.feasible) return notice(t("advice.badTable"));
  return [verdict(answer), play(answer), keep(answer)];
}

function verdict(answer) {
  const placed = count(answer.placed);
  const tiles = listOf(answer.keep);
  if (!state.opened && !answer.opens) {
    return sign("no", "close", t("advice.notOpen"),
      answer.opening_best ? t("advice.short", { best: answer.opening_best, goal: OPENING }) : t("advice.noMeld"));
  }
  if (!placed) return sign("no", "close", t("advice.nothing"), t("advice.draw"));
  if (!tiles.length) return sign("yes", "check", t("advice.out"), t("advice.outText"));
  if (!state.opened) {
    return sign("yes", "check", t("advice.open", { n: placed }), t("advice.opening", { best: answer.opening_best, goal: OPENING }));
  }
  return sign("yes", "check", t("advice.play", { n: placed }), t("advice.worth", { n: answer.placed_worth }));
}

const sign = (kind, symbol, title, text) => h("div", { class: `verdict is-${kind}` },
  h("span", { class: "verdict-sign" }, icon(symbol)),
  h("div", {}, h("h2", {}, title), h("p", {}, text)));

// From the rack alone every step is "lay this": the melds say it all.
function play(answer) {
  if (!count(answer.placed)) return null;
  const simple = answer.steps.every((step) => step.code === "lay");
  return simple ? newMelds(answer) : [stepList(answer), tableAfter(answer)];
}

function newMelds(answer) {
  const fresh = answer.melds.filter((meld) => meld.state === "new");
  return h("section", {}, h("h3", {}, t("advice.melds", { n: fresh.length })),
    h("div", { class: "melds" }, fresh.map((meld) => h("figure", { class: "worth" },
      meldView(meld.tiles, { stands: meld.stands }),
      h("figcaption", {}, t("points", { n: meld.worth }))))));
}

function stepList(answer) {
  return h("section", {}, h("h3", {}, t("advice.steps")),
    h("ol", { class: "steps" }, answer.steps.map((step) => h("li", {},
      h("p", {}, t(`step.${step.code}`, { tiles: and(listOf(step.tiles).map(nameOf)) })),
      h("div", { class: "melds" },
        listOf(step.source).length ? meldView(step.source, { fresh: step.code === "move" ? step.tiles : [], label: t("step.from") }) : null,
        step.code === "move" ? null : target(answer, step))))));
}

function target(answer, step) {
  const meld = answer.melds.find((one) => String(one.tiles) === String(step.target));
  return [
    listOf(step.source).length ? icon("right") : null,
    meldView(step.target, { stands: meld?.stands, fresh: step.tiles, label: t("step.becomes") }),
  ];
}

function tableAfter(answer) {
  return h("section", {}, h("h3", {}, t("advice.after")),
    h("div", { class: "felt melds" }, answer.melds.map((meld) =>
      meldView(meld.tiles, { stands: meld.stands, fresh: meld.rack }))));
}

function keep(answer) {
  const tiles = listOf(answer.keep);
  if (!tiles.length) return null;
  return h("section", {}, h("h3", {}, t("advice.keep"), h("small", {}, t("tiles", { n: tiles.length }))), meldView(tiles));
}

const count = (placed) => (typeof placed === "number" ? placed : listOf(placed).length);
