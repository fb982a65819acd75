// A hint in pictures: where to look, or what to play step by step.

import { tp } from "./game.js";
import { h, icon } from "../dom.js";
import { listOf, meldView } from "../melds.js";
import { nameOf } from "../tiles.js";
import { and, t } from "../words.js";

/** Show the tiles to look at, not what to do with them. */
export function pointView({ tiles, something }) {
  if (!something) return big("close", t("mine.nothing"));
  return [big("check", t("mine.look")), meldView(tiles)];
}

/** Show what to play, step by step with the melds before and after, and what stays. */
export function adviceView(advice, { opened }) {
  if (!advice.feasible) return big("warn", t("advice.badTable"));
  if (!advice.placed) return [big("close", t(headline(advice, opened))), shortOf(advice)];
  return [
    big("check", advice.out ? t("advice.out") : tp("advice.play", { n: advice.placed })),
    h("ol", { class: "steps" }, advice.steps.map((step) => stepView(step, advice))),
    advice.out ? null : h("section", {}, h("h3", {}, tp("advice.keep")), meldView(advice.keep)),
  ];
}

const big = (symbol, text) => h("p", { class: "big" }, icon(symbol), text);

const headline = (advice, opened) => (!opened && "opens" in advice && advice.opening_needed ? "advice.notOpen" : "advice.nothing");

function shortOf({ opens, opening_best: best, opening_needed: needed }) {
  if (opens || !needed) return h("p", { class: "hint" }, tp("advice.draw"));
  return h("p", { class: "hint" }, best ? tp("advice.short", { best, needed }) : tp("advice.noMeld"));
}

function stepView(step, { melds }) {
  const meld = melds.find((one) => one.meld === step.to);
  return h("li", {},
    h("p", {}, t(`step.${step.code}`, { tiles: and(listOf(step.tiles).map(nameOf)) })),
    h("div", { class: "melds" },
      step.from ? meldView(step.from, { moved: step.code === "move" ? step.tiles : "", label: t("step.from") }) : null,
      step.from && step.code !== "move" ? icon("right") : null,
      step.code === "move" ? null : meldView(step.to, { stands: meld?.stands, fresh: step.tiles === step.to ? "" : step.tiles, label: t("step.becomes") })));
}
