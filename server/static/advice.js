// What to play: the verdict, the melds or the steps, and what stays on the rack.

import { notice } from "./answer.js";
import { h, icon } from "./dom.js";
import { listOf, meldView } from "./melds.js";
import { state } from "./store.js";
import { nameOf } from "./tiles.js";
import { and, t } from "./words.js";

/** Show an answer to `advise`. */
export function adviceView(answer) {
  if (!answer.feasible) return notice(t("advice.badTable"));
  return [verdict(answer), play(answer), keep(answer)];
}

function verdict(answer) {
  const { placed, opening_best: best, opening_needed: needed } = answer;
  if (!state.opened && !answer.opens) {
    return sign("no", "close", t("advice.notOpen"),
      best ? t("advice.short", { best, needed }) : t("advice.noMeld"));
  }
  if (!placed) return sign("no", "close", t("advice.nothing"), t("advice.draw"));
  if (answer.out) return sign("yes", "check", t("advice.out"), t("advice.outText"));
  if (!state.opened) {
    return sign("yes", "check", t("advice.open", { n: placed }), t("advice.opening", { best, needed }));
  }
  return sign("yes", "check", t("advice.play", { n: placed }), t("advice.worth", { n: answer.placed_worth }));
}

const sign = (kind, symbol, title, text) => h("div", { class: `verdict is-${kind}` },
  h("span", { class: "verdict-sign" }, icon(symbol)),
  h("div", {}, h("h2", {}, title), h("p", {}, text)));

// From the rack alone every step is "lay this": the melds say it all.
function play(answer) {
  if (!answer.placed) return null;
  const simple = answer.steps.every((step) => step.code === "lay");
  return simple ? newMelds(answer) : [stepList(answer), tableAfter(answer)];
}

function newMelds(answer) {
  const fresh = answer.melds.filter((meld) => meld.state === "new");
  return h("section", {}, h("h3", {}, t("advice.melds", { n: fresh.length })),
    h("div", { class: "melds" }, fresh.map((meld) => h("figure", { class: "worth" },
      meldView(meld.meld, { stands: meld.stands }),
      h("figcaption", {}, t("points", { n: meld.worth }))))));
}

function stepList(answer) {
  return h("section", {}, h("h3", {}, t("advice.steps")),
    h("ol", { class: "steps" }, answer.steps.map((step) => h("li", {},
      h("p", {}, t(`step.${step.code}`, { tiles: and(listOf(step.tiles).map(nameOf)) })),
      h("div", { class: "melds" },
        step.from ? meldView(step.from, { moved: step.code === "move" ? step.tiles : "", label: t("step.from") }) : null,
        step.code === "move" ? null : target(answer, step))))));
}

function target(answer, step) {
  const meld = answer.melds.find((one) => one.meld === step.to);
  return [
    step.from ? icon("right") : null,
    meldView(step.to, { stands: meld?.stands, fresh: step.tiles === step.to ? "" : step.tiles, label: t("step.becomes") }),
  ];
}

function tableAfter(answer) {
  return h("section", {}, h("h3", {}, t("advice.after")),
    h("div", { class: "felt melds" }, answer.melds.map((meld) =>
      meldView(meld.meld, { stands: meld.stands, fresh: meld.rack }))));
}

function keep(answer) {
  const tiles = listOf(answer.keep);
  if (answer.out) return null;
  return h("section", {}, h("h3", {}, t("advice.keep"), h("small", {}, t("tiles", { n: tiles.length }))), meldView(tiles));
}
